package dev.atoll.train;

import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.BatchSource;

/**
 * What a worker trains on, and the nodes it answers for.
 *
 * @param whole all nodes of this worker as targets
 * @param ids the nodes of those targets, in the dataset's own numbers
 * @param trainNodes of all workers together
 */
record Workplace(BatchSource batches, Batch whole, long[] ids, int trainNodes)
    implements AutoCloseable {
  @Override
  public void close() {
    batches.close();
  }
}
