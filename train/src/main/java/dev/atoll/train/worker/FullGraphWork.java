package dev.atoll.train.worker;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Ordering;
import dev.atoll.graph.order.HopOrder;
import dev.atoll.graph.order.LocalityOrder;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.full.FullGraphBatches;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.inference.output.ResidentOutputs;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.RequiredData;
import dev.atoll.train.plan.TrainingPlan;
import java.lang.foreign.Arena;

/** One worker with the whole graph on its device. */
final class FullGraphWork {
  /** Rows of so few nodes fit into a core's cache in any order. */
  private static final int SMALL_GRAPH = 4096;

  private FullGraphWork() {}

  static Workload open(
      WorkerData data,
      DeviceMemory memory,
      TrainingPlan plan,
      Model model,
      ObjectiveWork objective) {
    long[] seeds = objective.nodes();
    try (Arena passing = Arena.ofShared()) {
      CsrGraph seen =
          plan.fullGraph().inductive()
              ? InducedGraph.of(data.graph(), InducedGraph.members(seeds), passing)
              : data.graph();
      return open(data, seen, seeds, memory, plan, model, objective);
    }
  }

  private static Workload open(
      WorkerData data,
      CsrGraph seen,
      long[] seeds,
      DeviceMemory memory,
      TrainingPlan plan,
      Model model,
      ObjectiveWork objective) {
    Backend backend = memory.backend();
    var batches =
        new FullGraphBatches(
            memory,
            data.graph(),
            seen,
            RequiredData.rows(data, plan),
            rowOrder(seen, seeds, plan, backend.parallelism()),
            objective.labels(),
            plan.model().layers(),
            model.norms(),
            backend.parallelism());
    NodeOutputs outputs =
        ResidentOutputs.ofTraining(
            model, batches.evaluationBatch(), backend, RequiredData.inputWidth(data, plan));
    return new Workload(batches, outputs, batches.ids(), seeds.length, Companions.NONE);
  }

  /** Training nodes first, then by hops, nodes that share neighbours near each other. */
  private static HopOrder rowOrder(CsrGraph graph, long[] train, TrainingPlan plan, int threads) {
    int nodes = graph.nodeCount();
    Ordering near =
        ordersByLocality(plan, nodes)
            ? LocalityOrder.DEFAULT.of(graph, threads)
            : Ordering.identity(nodes);
    return HopOrder.of(graph, train, plan.model().layers(), near, threads);
  }

  /** Whether nodes that share neighbours stand near each other. */
  static boolean ordersByLocality(TrainingPlan plan, int nodes) {
    return plan.data().reorder() && nodes > SMALL_GRAPH;
  }
}
