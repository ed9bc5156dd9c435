package dev.atoll.train.worker;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.order.HopOrder;
import dev.atoll.graph.order.LocalityOrder;
import dev.atoll.graph.order.Ordering;
import dev.atoll.train.batch.full.FullGraphBatches;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.inference.output.ResidentOutputs;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.TrainingPlan;
import java.lang.foreign.Arena;

/** One worker with the whole graph on its device. */
record FullGraphWork(TrainingSetup setup) {
  /** Rows of so few nodes fit into a core's cache in any order. */
  private static final int SMALL_GRAPH = 4096;

  Workload open() {
    CsrGraph graph = setup.data().graph();
    if (!setup.plan().fullGraph().inductive()) {
      return open(graph);
    }
    try (Arena passing = Arena.ofShared()) {
      return open(InducedGraph.of(graph, InducedGraph.members(setup.objective().nodes()), passing));
    }
  }

  /**
   * @param seen the edges that training sees
   */
  private Workload open(CsrGraph seen) {
    TrainingPlan plan = setup.plan();
    Model model = setup.model();
    long[] seeds = setup.objective().nodes();
    var batches =
        new FullGraphBatches(
            setup.device(),
            setup.data().graph(),
            seen,
            RequiredData.rows(setup.data(), plan),
            rowOrder(seen, seeds, plan, setup.threads()),
            setup.objective().labels(),
            plan.model().layers(),
            model.norms(),
            setup.threads());
    NodeOutputs outputs =
        ResidentOutputs.ofTraining(
            model,
            batches.evaluationBatch(),
            setup.backend(),
            RequiredData.inputWidth(setup.data(), plan));
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
