package dev.atoll.train.halo.exchange;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.train.halo.RefreshStep;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Frobenius norms of rows on a device. */
final class RowNorm {
  private final Backend backend;
  private final MemorySegment square;

  RowNorm(Backend backend, Arena memory) {
    this.backend = backend;
    this.square = memory.allocate(JAVA_FLOAT);
  }

  double of(Op.Scratch s, Matrix rows) {
    Matrix sum = s.workspace().matrix(1, 1);
    s.kernels().sumOfSquares(rows, sum);
    backend.download(sum, square);
    s.workspace().release(sum);
    return Math.sqrt(square.get(JAVA_FLOAT, 0));
  }

  /** Scales rows down to a norm, should theirs be larger. */
  void clip(Op.Scratch s, Matrix rows, double most) {
    double norm = of(s, rows);
    if (norm > most) {
      s.kernels().add(0, rows, (float) (most / norm), rows);
    }
  }

  /** Judges {@code ‖rows − before‖} against {@code ‖before‖}. */
  boolean moved(Op.Scratch s, Matrix rows, Matrix before, RefreshStep.ChangeTest test) {
    Matrix difference = s.workspace().matrix(rows.rows(), rows.cols());
    s.kernels().copy(rows, difference);
    s.kernels().add(-1, before, 1, difference);
    double moved = of(s, difference);
    s.workspace().release(difference);
    return test.isTooFar(moved, of(s, before));
  }
}
