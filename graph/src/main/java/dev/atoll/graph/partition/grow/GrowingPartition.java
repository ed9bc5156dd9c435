package dev.atoll.graph.partition.grow;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.UndirectedGraph;
import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Whole;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * A partition under construction: nodes are assigned to parts one by one, within the capacities.
 */
public final class GrowingPartition {
  /** The setting of partitioners that gather nodes around seeds. */
  public static final Key<Long> HOPS =
      new Key<>(
          "partition.hops",
          new Whole(1, 64),
          2L,
          "hops over which a seed gathers nodes (blocks, pagraph)");

  private static final int UNASSIGNED = -1;

  private final CsrGraph graph;
  private final PartitionGoal goal;
  private final Capacities capacities;
  private final PartLoads loads;
  private final int[] partOf;

  private GrowingPartition(CsrGraph graph, PartitionGoal goal, Capacities capacities) {
    this.graph = graph;
    this.goal = goal;
    this.capacities = capacities;
    this.loads = new PartLoads(capacities, goal.parts());
    this.partOf = new int[Math.toIntExact(graph.nodeCount())];
    Arrays.fill(partOf, UNASSIGNED);
  }

  /**
   * Partitions a graph. Nodes that the rule leaves out go to the emptiest part, in their order.
   *
   * @param rule assigns nodes
   */
  public static Partitioning partition(
      CsrGraph graph, PartitionGoal goal, Consumer<GrowingPartition> rule) {
    var capacities = Capacities.of(graph, goal);
    try (var undirected = UndirectedGraph.of(graph, goal.threads())) {
      var growing = new GrowingPartition(undirected.graph(), goal, capacities);
      rule.accept(growing);
      for (int v = 0; v < growing.partOf.length; v++) {
        if (!growing.isAssigned(v)) {
          growing.assign(v, growing.loads.emptiestFor(v));
        }
      }
      return new Partitioning(goal.parts(), growing.partOf);
    }
  }

  /** The graph without directions, loops and repeated edges. */
  public CsrGraph graph() {
    return graph;
  }

  public PartitionGoal goal() {
    return goal;
  }

  public Capacities capacities() {
    return capacities;
  }

  /** The loads of all parts; changed by {@link #assign}. */
  public PartLoads loads() {
    return loads;
  }

  public int nodeCount() {
    return partOf.length;
  }

  public boolean isAssigned(int node) {
    return partOf[node] != UNASSIGNED;
  }

  /** The part of a node that is assigned. */
  public int partOf(int node) {
    return partOf[node];
  }

  /** Assigns a node to a part, and takes it away from the part it was in. */
  public void assign(int node, int part) {
    withdraw(node);
    partOf[node] = part;
    loads.add(node, part);
  }

  /** Takes a node away from its part, if it has one. */
  public void withdraw(int node) {
    if (isAssigned(node)) {
      loads.remove(node, partOf[node]);
      partOf[node] = UNASSIGNED;
    }
  }

  /** Adds the number of a node's neighbours in each part to {@code counts}. */
  public void countNeighbors(int node, int[] counts) {
    for (long e = graph.rowStart(node), end = graph.rowStart(node + 1L); e < end; e++) {
      int neighbor = graph.source(e);
      if (isAssigned(neighbor)) {
        counts[partOf[neighbor]]++;
      }
    }
  }
}
