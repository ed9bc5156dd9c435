package dev.atoll.train.batch.sampled;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Buffer;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.TrainingBatch;
import dev.atoll.train.block.DeviceBlock;
import java.util.ArrayList;
import java.util.List;

/** The buffers of one sampled batch, reused for later steps. */
public abstract class BatchSlot implements TrainingBatch, AutoCloseable {
  long[] seeds = {};
  int from;
  int to;
  int batchSeeds;
  RandomKey key;
  long step;
  final List<DeviceBlock> blocks = new ArrayList<>();
  Buffer rowIds;
  BatchLoss loss;

  BatchSlot() {}

  /**
   * Sets the seeds of the next batch: {@code all[first] … all[end − 1]}.
   *
   * @param ofAllWorkers seeds of the step on all workers
   * @param stepKey names the draws of the step
   * @param number of the step in the run
   */
  final void assign(
      long[] all, int first, int end, int ofAllWorkers, RandomKey stepKey, long number) {
    seeds = all;
    from = first;
    to = end;
    batchSeeds = ofAllWorkers;
    key = stepKey;
    step = number;
  }

  /** Prepares the batch for computing: reads rows that could not be read ahead. */
  void take() {}

  /**
   * Releases the slot, which may be assigned again: all of the batch's computation has been
   * started.
   */
  void release() {}

  @Override
  public final DeviceBlock block(int layer) {
    return blocks.get(layer);
  }

  @Override
  public final Buffer rowIds() {
    return rowIds;
  }

  @Override
  public final int targetCount() {
    return blocks.getLast().targetCount();
  }

  @Override
  public final BatchLoss loss() {
    return loss;
  }

  /** Bytes held for the batch, on the device and on the host. */
  abstract long heldBytes();

  @Override
  public abstract void close();
}
