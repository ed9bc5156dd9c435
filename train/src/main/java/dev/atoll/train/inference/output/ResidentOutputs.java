package dev.atoll.train.inference.output;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.Pass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/** Computes outputs in one forward pass over all rows of a worker, which are on its device. */
public final class ResidentOutputs implements NodeOutputs {
  /** Rows that are copied to the host at a time. */
  private static final int CHUNK_ROWS = 1 << 14;

  private final Model model;
  private final Batch batch;
  private final Backend backend;
  private final int inputs;
  private final Function<Workspace, Tape> tape;

  private ResidentOutputs(
      Model model, Batch batch, Backend backend, int inputs, Function<Workspace, Tape> tape) {
    this.model = model;
    this.batch = batch;
    this.backend = backend;
    this.inputs = inputs;
    this.tape = tape;
  }

  /**
   * Outputs of rows that are trained on, by the kernels of training.
   *
   * @param batch all rows of the worker as targets
   * @param inputs the width of input rows
   */
  public static ResidentOutputs ofTraining(Model model, Batch batch, Backend backend, int inputs) {
    return new ResidentOutputs(
        model, batch, backend, inputs, workspace -> Tape.inference(backend, workspace));
  }

  /** Outputs with the bits of {@link LayerwiseOutputs}. */
  public static ResidentOutputs byRow(Model model, Batch batch, Backend backend, int inputs) {
    return new ResidentOutputs(
        model, batch, backend, inputs, workspace -> Tape.inferenceByRow(backend, workspace));
  }

  @Override
  public int width(Kind kind) {
    return kind == Kind.OUTPUTS
        ? model.outputWidth(inputs)
        : model.widthAfter(model.embeddingRounds(), inputs);
  }

  @Override
  public void write(Kind kind, int[] rows, Workspace workspace, MemorySegment into) {
    workspace.reset();
    Tape pass = tape.apply(workspace);
    Var computed =
        kind == Kind.OUTPUTS
            ? model.forward(pass, batch, Pass.INFERENCE)
            : model.embed(pass, batch, Pass.INFERENCE).inFull();
    copy(computed.value(), rows, into);
    workspace.reset();
  }

  private void copy(Matrix computed, int[] rows, MemorySegment into) {
    if (isAll(rows, computed.rows())) {
      backend.download(computed, into);
      return;
    }
    int[] placeOf = new int[computed.rows()];
    for (int i = 0; i < rows.length; i++) {
      placeOf[rows[i]] = i + 1;
    }
    long rowBytes = (long) computed.cols() * Float.BYTES;
    try (Arena scratch = Arena.ofConfined()) {
      int most = Math.min(CHUNK_ROWS, computed.rows());
      MemorySegment chunk = scratch.allocate(JAVA_FLOAT, (long) most * computed.cols());
      for (int first = 0; first < computed.rows(); first += most) {
        int count = Math.min(most, computed.rows() - first);
        backend.download(
            computed.rowsView(first, first + count), chunk.asSlice(0, count * rowBytes));
        for (int i = 0; i < count; i++) {
          if (placeOf[first + i] > 0) {
            MemorySegment.copy(
                chunk, i * rowBytes, into, (placeOf[first + i] - 1) * rowBytes, rowBytes);
          }
        }
      }
    }
  }

  /** Whether these are all rows in their order. */
  private static boolean isAll(int[] rows, int count) {
    boolean all = rows.length == count;
    for (int i = 0; i < count && all; i++) {
      all = rows[i] == i;
    }
    return all;
  }

  /** The rows are counted with the memory that they were read to. */
  @Override
  public long heldBytes() {
    return 0;
  }

  @Override
  public void close() {}
}
