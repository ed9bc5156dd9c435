package dev.atoll.train.evaluate;

import dev.atoll.graph.Labels;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.plan.NodeLoss;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.TrainingPlan;

/** The labels of node classification on their way to a device, weighed as the plan says. */
public final class WeighedLabels {
  private WeighedLabels() {}

  /**
   * The labels of training nodes with the weights of their classes, which are computed over all
   * training nodes and so equal on every worker.
   */
  public static BatchLoss.Source of(WorkerData data, TrainingPlan plan, Backend backend) {
    Labels labels = RequiredData.labels(data);
    NodeLoss loss =
        plan.objective() instanceof Objective.Node node ? node.loss() : NodeLoss.CROSS_ENTROPY;
    float[] weights =
        loss.weights().isNone()
            ? null
            : loss.weights().of(labels, RequiredData.seeds(data, plan.data().split()));
    return new BatchLoss.Source(labels, backend, weights, loss.gamma());
  }
}
