package dev.atoll.graph.partition.simple;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionMemory;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;

/** Consecutive nodes in equal numbers; ignores edges and constraints. */
public record ChunkPartitioner() implements Partitioner {
  @Override
  public String name() {
    return "chunk";
  }

  @Override
  public PartitionMemory memory(CsrGraph graph, PartitionGoal goal) {
    return PartitionMemory.ofNodes(graph, goal);
  }

  @Override
  public Partitioning partition(CsrGraph graph, PartitionGoal goal) {
    int[] partOf = new int[graph.nodeCount()];
    for (int v = 0; v < partOf.length; v++) {
      partOf[v] = chunkOf(v, partOf.length, goal.parts());
    }
    return new Partitioning(goal.parts(), partOf);
  }

  static int chunkOf(int node, int nodes, int parts) {
    return (int) ((long) node * parts / nodes);
  }
}
