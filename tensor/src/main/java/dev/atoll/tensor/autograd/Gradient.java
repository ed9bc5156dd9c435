package dev.atoll.tensor.autograd;

import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;

/** The accumulator of one value's gradient. Holds no memory until a gradient is added. */
public final class Gradient {
  private final Op.Scratch scratch;
  private final int rows;
  private final int cols;
  private final DType type;
  private Matrix sum;
  private boolean written;
  private boolean mostlyZero;

  /**
   * A gradient that allocates its memory in the workspace when it is first needed, in the number
   * format of the value.
   */
  Gradient(Op.Scratch scratch, int rows, int cols, DType type) {
    this.scratch = scratch;
    this.rows = rows;
    this.cols = cols;
    this.type = type;
  }

  /** A gradient that gathers in given memory, whatever that holds now. */
  Gradient(Op.Scratch scratch, Matrix sum) {
    this(scratch, sum.rows(), sum.cols(), sum.type());
    this.sum = sum;
  }

  /** Writes ({@code beta} 0) or adds ({@code beta} 1) a contribution. */
  @FunctionalInterface
  public interface Contribution {
    void write(float beta, Matrix into);
  }

  public void add(Contribution contribution) {
    if (sum == null) {
      sum = scratch.workspace().matrix(rows, cols, type);
    }
    float beta = written ? 1 : 0;
    written = true;
    mostlyZero = false;
    contribution.write(beta, sum);
  }

  /** Adds a contribution that covers only some rows; the rest counts as zero. */
  public void addPartly(Contribution contribution) {
    if (!written) {
      add((_, into) -> scratch.kernels().fill(0, into));
    }
    add(contribution);
  }

  /**
   * Takes over a matrix as contribution: nothing is copied when it is the first and of the value's
   * number format.
   */
  public void takeOver(Matrix contribution) {
    takeOver(contribution, false);
  }

  /**
   * Takes over a contribution, as {@link #takeOver(Matrix)} does.
   *
   * @param zeros whether most elements are expected to be 0
   */
  void takeOver(Matrix contribution, boolean zeros) {
    if (sum == null && contribution.type() == type) {
      sum = contribution;
      written = true;
      mostlyZero = zeros;
    } else {
      add((beta, into) -> scratch.kernels().add(1, contribution, beta, into));
    }
  }

  /** The sum so far, or null if nothing was added. */
  Matrix gathered() {
    return written ? sum : null;
  }

  /** Whether most elements of the sum are expected to be 0. */
  boolean isMostlyZero() {
    return mostlyZero;
  }

  /** Fills the gradient with zeros if nothing was added. */
  void zeroIfAbsent() {
    if (!written) {
      add((_, into) -> scratch.kernels().fill(0, into));
    }
  }

  /** Forgets the memory, which another owner has taken over or released. */
  void drop() {
    sum = null;
    written = false;
    mostlyZero = false;
  }
}
