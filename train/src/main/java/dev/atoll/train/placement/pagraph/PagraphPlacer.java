package dev.atoll.train.placement.pagraph;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.OutgoingSums;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.GrowingPartition;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.policy.Policies;
import dev.atoll.graph.policy.Values;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.Placer;
import dev.atoll.train.placement.Ranking;

/**
 * PaGraph's placement (Lin et al. 2020), a baseline: its own partitioning, every device keeps the
 * nodes of its part that most others read, and devices do not read each other's rows.
 *
 * @param hops how far a training node gathers neighbours
 * @param training the constraint that names the training nodes
 */
public record PagraphPlacer(int hops, BalanceConstraint training, int threads) implements Placer {
  /** Of this placement, and of the partitioner that belongs to it. */
  private static final String NAME = "pagraph";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Placement place(CsrGraph graph, AccessProbabilities probabilities, Devices devices) {
    var goal =
        PartitionGoal.of(devices.count())
            .balancing(BalanceConstraint.nodes(), training)
            .onThreads(threads);
    Values near = Values.defaults().with(GrowingPartition.HOPS, (long) hops);
    Partitioning parts = Policies.named(Partitioner.class, NAME).make(near).partition(graph, goal);
    long[] outDegrees = OutgoingSums.of(graph, _ -> 1, threads);
    int[] ranked = Ranking.descending(outDegrees.length, v -> outDegrees[v]);
    return Placement.ofParts(devices.unconnected(), parts, ranked);
  }
}
