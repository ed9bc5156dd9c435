package dev.atoll.graph.partition;

import dev.atoll.graph.CsrGraph;

/**
 * Divides the nodes of a graph among parts.
 *
 * <p>The same graph and goal give the same parts, on any number of threads. Every node gets exactly
 * one part; parts may stay empty when there are fewer nodes than parts.
 */
public interface Partitioner {
  /**
   * Divides the nodes of a graph.
   *
   * @throws InfeasibleGoalException when no partition can hold a constraint
   */
  Partitioning partition(CsrGraph graph, PartitionGoal goal);

  /** Estimates the memory that {@link #partition} needs, besides the graph. */
  default PartitionMemory memory(CsrGraph graph, PartitionGoal goal) {
    return PartitionMemory.ofEdges(graph, goal);
  }

  /** The name in configuration. */
  String name();
}
