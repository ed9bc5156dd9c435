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
 * What the seeds of a batch stand for, and what is made small for them: nodes and their labels, or
 * links and pairs that are none. One for each batch under way.
 */
public interface SeedLoss extends AutoCloseable {
  /** Finds what belongs to some seeds, such as the ends of walks from them; may ask peers. */
  default void pair(long[] seeds, int from, int to, RandomKey key) {}

  /**
   * The nodes whose rows are wanted for some seeds: numbers after partitioning, each once. What the
   * seeds are told from is drawn here, after {@link #pair}.
   */
  long[] nodes(long[] seeds, int from, int to, RandomKey key);

  /**
   * What a block may show of the links it has.
   *
   * @param nodes of the sources, numbers after partitioning, int32
   */
  default Neighborhood seen(Neighborhood block, MemorySegment nodes) {
    return block;
  }

  /**
   * The loss of what {@link #decode} gives.
   *
   * @param ids of the wanted nodes, in the dataset's own numbers
   * @param memory for what the loss and the decoding need on the device
   * @param batchSeeds the seeds of the batch on all workers together: the loss is their mean
   */
  BatchLoss loss(long[] ids, Workspace memory, long batchSeeds);

  /** From the rows of the wanted nodes to what the loss is of. */
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
