package dev.atoll.train.sampling.saint;

import dev.atoll.comm.Purpose;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.saint.SaintNorm;
import dev.atoll.graph.sample.saint.SaintSampler;
import dev.atoll.train.batch.sampled.SeedLoss;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongFunction;

/** GraphSAINT on a worker: subgraphs of its own part. */
final class ShardSubgraphs implements WorkerSampling {
  private final SamplingContext context;
  private final CsrGraph part;
  private final SaintNorm norm;
  private final LongFunction<int[]> ofStep;
  private final int first;
  private final SaintSchedule seeds;

  /**
   * Creates the subgraphs of a worker. All workers call it together.
   *
   * @param part the edges among the worker's nodes, which are counted from 0
   * @param ofStep the nodes of a step's subgraph
   */
  ShardSubgraphs(
      SamplingContext context, CsrGraph part, SaintNorm norm, LongFunction<int[]> ofStep) {
    this.context = context;
    this.part = part;
    this.norm = norm;
    this.ofStep = ofStep;
    this.first = context.shard().book().first(context.shard().part());
    long[] steps = context.workers().allGather(Purpose.SAMPLING, norm.subgraphsPerEpoch());
    this.seeds =
        new SaintSchedule(
            ofStep,
            trainingNodes(),
            first,
            context.trainSeeds().length,
            Math.toIntExact(Arrays.stream(steps).max().orElse(1)),
            context.workers().rank());
  }

  /** The training nodes of this worker, counted from 0. */
  private BitSet trainingNodes() {
    var training = new BitSet();
    for (long seed : context.trainSeeds()) {
      if (seed >= first && seed < first + part.nodeCount()) {
        training.set((int) (seed - first));
      }
    }
    return training;
  }

  @Override
  public SeedOrder seeds() {
    return seeds;
  }

  @Override
  public Sampler sampler() {
    return new SaintSampler(
        part,
        norm,
        ofStep,
        context.plan().fanouts().layers(),
        first,
        context.shard().book().nodeCount());
  }

  @Override
  public SeedLoss loss(SeedLoss uniform) {
    return new SaintLoss(
        uniform, node -> norm.lossWeight((int) (node - first)), context.model().backend());
  }
}
