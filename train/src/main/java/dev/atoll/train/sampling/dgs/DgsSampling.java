package dev.atoll.train.sampling.dgs;

import dev.atoll.graph.sample.draw.LocalBias;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;

/**
 * DGS: up to a fanout of neighbours of every node, fewer of them remote, those by how much they
 * matter to the worker's predictions.
 *
 * @param deviation the share of draws that goes to local neighbours instead of remote ones (ε)
 * @param importance how remote nodes are weighed
 */
public record DgsSampling(double deviation, ImportanceSpec importance)
    implements Sampling, ImportancePolicy {
  public DgsSampling {
    LocalBias.checkDeviation(deviation);
  }

  @Override
  public void check(BatchPlan plan) {
    importance.check(plan);
  }

  @Override
  public boolean refusesFullGraph() {
    return true;
  }

  @Override
  public WorkerSampling open(SamplingContext context) {
    var sampling = new GuidedSampling(this, context, context.seedOrder());
    sampling.serve();
    return sampling;
  }
}
