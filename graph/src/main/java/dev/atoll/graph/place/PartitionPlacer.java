package dev.atoll.graph.place;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;

/**
 * A baseline: nodes are divided among the devices, and each keeps the most probable of its part.
 *
 * @param partitioner chunk, random or multilevel
 * @param seed of the partitioner
 */
public record PartitionPlacer(Partitioner partitioner, long seed, int threads) implements Placer {
  @Override
  public String name() {
    return partitioner.name();
  }

  @Override
  public Placement place(CsrGraph graph, AccessProbabilities probabilities, Devices devices) {
    var goal = PartitionGoal.of(devices.count()).withSeed(seed).onThreads(threads);
    return Placement.ofParts(
        devices, partitioner.partition(graph, goal), probabilities.descending());
  }
}
