package dev.atoll.train.batch;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.block.DeviceBlock;

/**
 * The input and the blocks of a forward pass. The targets of a layer's block are the sources of the
 * next one, or on a shard the core nodes among them.
 */
public interface Batch {
  /**
   * The input feature rows: the rows of the first block's sources, or of its targets on a shard
   * whose input sums are precomputed.
   */
  Var input(Tape tape);

  /** The block of a layer, the input layer first. */
  DeviceBlock block(int layer);

  /** The ids of rows in random choices, equal on all workers; row i is source i. */
  Buffer rowIds();

  /** Rows of the output: the targets of the last block. */
  int targetCount();
}
