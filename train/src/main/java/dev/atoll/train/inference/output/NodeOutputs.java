package dev.atoll.train.inference.output;

import dev.atoll.tensor.Workspace;
import java.lang.foreign.MemorySegment;

/** Computes the outputs of a model for the nodes of a worker, with all neighbours of every node. */
public interface NodeOutputs extends AutoCloseable {
  /** The rows that can be requested. */
  enum Kind {
    /** The outputs of the model: logits of classes, or the rows by which pairs are scored. */
    OUTPUTS,
    /** The rows that outputs are computed from. */
    EMBEDDINGS
  }

  /** Elements of a row. */
  int width(Kind kind);

  /**
   * Computes rows. All workers call it together.
   *
   * @param rows core rows of this worker, in any order, none twice
   * @param workspace for values on the way; reset before and after
   * @param into receives a row of float32 for each of them, tightly packed
   */
  void write(Kind kind, int[] rows, Workspace workspace, MemorySegment into);

  /** Peak bytes held for inference, without data that training shares. */
  long heldBytes();

  @Override
  void close();
}
