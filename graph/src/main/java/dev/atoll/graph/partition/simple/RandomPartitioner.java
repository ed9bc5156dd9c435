package dev.atoll.graph.partition.simple;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionMemory;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;

/** Equal numbers of nodes, drawn at random; ignores edges and constraints. */
public record RandomPartitioner() implements Partitioner {
  @Override
  public String name() {
    return "random";
  }

  @Override
  public PartitionMemory memory(CsrGraph graph, PartitionGoal goal) {
    return PartitionMemory.ofNodes(graph, goal);
  }

  @Override
  public Partitioning partition(CsrGraph graph, PartitionGoal goal) {
    int nodes = graph.nodeCount();
    RandomKey key = RandomKey.ofSeed(goal.seed()).child("random partition");
    int[] partOf = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      int j = (int) key.below(i + 1L, i);
      partOf[i] = partOf[j];
      partOf[j] = ChunkPartitioner.chunkOf(i, nodes, goal.parts());
    }
    return new Partitioning(goal.parts(), partOf);
  }
}
