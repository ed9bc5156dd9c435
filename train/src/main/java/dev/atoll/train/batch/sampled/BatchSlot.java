package dev.atoll.train.batch.sampled;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.batch.TrainingBatch;

/** The buffers of one sampled batch, reused for later steps. */
public interface BatchSlot extends TrainingBatch, AutoCloseable {
  /**
   * Sets the seeds of the next batch: {@code all[first] … all[end − 1]}.
   *
   * @param ofAllWorkers seeds of the step on all workers
   * @param stepKey names the draws of the step
   * @param number of the step in the run
   */
  void assign(long[] all, int first, int end, int ofAllWorkers, RandomKey stepKey, long number);

  /** Prepares the batch for computing: reads what could not be read ahead. */
  void take();

  /**
   * Releases the slot, which may be assigned again: all of the batch's computation has been
   * started.
   */
  default void release() {}

  /** Bytes held for the batch, on the device and on the host. */
  long heldBytes();

  @Override
  void close();
}
