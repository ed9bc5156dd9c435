package dev.atoll.train.batch.sampled;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.Neighborhood;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The loss of a batch's seeds: nodes with labels, or links with negative samples. One for each
 * batch under way.
 */
public interface SeedLoss extends AutoCloseable {
  /** Finds the positives of some seeds, such as the ends of walks from them; may ask peers. */
  default void pair(long[] seeds, int from, int to, RandomKey key) {}

  /**
   * The nodes whose embeddings the loss of some seeds needs: numbers after partitioning, each once.
   * Negatives are drawn here, after {@link #pair}.
   */
  long[] nodes(long[] seeds, int from, int to, RandomKey key);

  /**
   * The block that messages travel on: without the positive links where those are hidden.
   *
   * @param nodes of the sources, numbers after partitioning, int32
   */
  default Neighborhood seen(Neighborhood block, MemorySegment nodes) {
    return block;
  }

  /**
   * The loss of the result of {@link #decode}.
   *
   * @param ids of the wanted nodes, in the dataset's own numbers
   * @param memory for the buffers of the loss and the decoder
   * @param batchSeeds the seeds of the batch on all workers together: the loss is their mean
   */
  BatchLoss loss(long[] ids, Workspace memory, long batchSeeds);

  /** From the embeddings of the wanted nodes to the arguments of the loss. */
  default Var decode(Tape tape, Var rows) {
    return rows;
  }

  @Override
  default void close() {}

  /** Seeds that are nodes with labels. */
  record Nodes(BatchLoss.Source labels) implements SeedLoss {
    @Override
    public long[] nodes(long[] seeds, int from, int to, RandomKey key) {
      return Arrays.copyOfRange(seeds, from, to);
    }

    @Override
    public BatchLoss loss(long[] ids, Workspace memory, long batchSeeds) {
      return labels.of(ids, memory, batchSeeds);
    }
  }
}
