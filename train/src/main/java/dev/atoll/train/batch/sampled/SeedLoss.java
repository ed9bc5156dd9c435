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
 * batch in preparation.
 */
public interface SeedLoss extends AutoCloseable {
  /** The part that a node plays in a loss of pairs. */
  enum Role {
    SEED,
    POSITIVE,
    NEGATIVE
  }

  /** Begins with {@code seeds[from] … seeds[to − 1]}. */
  void begin(long[] seeds, int from, int to);

  /**
   * Finds the positives of the seeds, such as the ends of walks from them; may request data from
   * peers.
   */
  default void pair(RandomKey key) {}

  /** Draws the negatives of the seeds; may ask peers, and may run beside {@link #pair}. */
  default void contrast(RandomKey key) {}

  /**
   * The distinct nodes of a role, by their numbers after partitioning: known after {@link #begin},
   * {@link #pair} and {@link #contrast} respectively. Only for losses of pairs with negatives.
   */
  default long[] nodes(Role role) {
    throw new UnsupportedOperationException(
        "%s has no nodes by role".formatted(getClass().getSimpleName()));
  }

  /**
   * The nodes whose embeddings the loss needs: numbers after partitioning, each once. Called when
   * positives and negatives are there.
   */
  long[] nodes();

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

  /** Maps the embeddings of the wanted nodes to the arguments of the loss. */
  default Var decode(Tape tape, Var rows) {
    return rows;
  }

  @Override
  default void close() {}

  /** Seeds that are nodes with labels. */
  final class Nodes implements SeedLoss {
    private final BatchLoss.Source labels;
    private long[] nodes = {};

    public Nodes(BatchLoss.Source labels) {
      this.labels = labels;
    }

    @Override
    public void begin(long[] seeds, int from, int to) {
      nodes = Arrays.copyOfRange(seeds, from, to);
    }

    @Override
    public long[] nodes() {
      return nodes;
    }

    @Override
    public BatchLoss loss(long[] ids, Workspace memory, long batchSeeds) {
      return labels.of(ids, memory, batchSeeds);
    }
  }
}
