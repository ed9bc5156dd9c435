package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import java.util.stream.IntStream;

/**
 * A baseline: nodes are divided among the devices, and each keeps as many of its part as fit.
 *
 * @param partitioner chunk, random or multilevel
 * @param keep which nodes of a part
 * @param seed of the partitioner
 */
public record PartitionPlacer(Partitioner partitioner, Keep keep, long seed, int threads)
    implements Placer {
  /** The nodes of a part that a device keeps. */
  public enum Keep {
    /** The nodes that will be read most often, as in Song and Jiang's experiments. */
    MOST_READ {
      @Override
      int[] order(AccessProbabilities probabilities) {
        return probabilities.descending();
      }
    },
    /** The first nodes in the dataset's order, regardless of access. */
    FIRST_ROWS {
      @Override
      int[] order(AccessProbabilities probabilities) {
        return IntStream.range(0, probabilities.nodeCount()).toArray();
      }
    };

    abstract int[] order(AccessProbabilities probabilities);
  }

  @Override
  public Placement place(CsrGraph graph, AccessProbabilities probabilities, Devices devices) {
    var goal = PartitionGoal.of(devices.count()).withSeed(seed).onThreads(threads);
    return Placement.ofParts(
        devices, partitioner.partition(graph, goal), keep.order(probabilities));
  }
}
