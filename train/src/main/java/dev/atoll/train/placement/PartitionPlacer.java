package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import java.util.stream.IntStream;

/**
 * A baseline: nodes are divided among the devices, and each keeps as many of its part as fit.
 *
 * @param partitioner chunk, random or multilevel
 * @param probableFirst whether the most probable of the part are kept, which no published baseline
 *     does; otherwise its first ones in the dataset's order
 * @param seed of the partitioner
 */
public record PartitionPlacer(
    Partitioner partitioner, boolean probableFirst, long seed, int threads) implements Placer {
  @Override
  public String name() {
    return partitioner.name();
  }

  @Override
  public Placement place(CsrGraph graph, AccessProbabilities probabilities, Devices devices) {
    var goal = PartitionGoal.of(devices.count()).withSeed(seed).onThreads(threads);
    int[] order =
        probableFirst
            ? probabilities.descending()
            : IntStream.range(0, probabilities.nodeCount()).toArray();
    return Placement.ofParts(devices, partitioner.partition(graph, goal), order);
  }
}
