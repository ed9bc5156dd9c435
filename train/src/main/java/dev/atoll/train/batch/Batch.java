package dev.atoll.train.batch;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;

/**
 * What a model works on. The targets of a layer's block are the sources of the next one's, or on a
 * shard those of them that are here.
 */
public interface Batch {
  /** The input rows: the sources of the first block, or its targets where that block says so. */
  Var input(Tape tape);

  /** The block of a layer, the input layer first. */
  DeviceBlock block(int layer);

  /**
   * The ids that name rows in random choices, the same wherever a row lies; leading rows are
   * leading sources.
   */
  Buffer rowIds();

  /** Rows of the output: the targets of the last block. */
  int targetCount();
}
