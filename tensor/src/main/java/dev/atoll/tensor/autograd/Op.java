package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;

/**
 * A differentiable operation. Forward and backward are defined together so that neither changes
 * without the other. An op that saves state for its backward is used once.
 */
public interface Op {
  /**
   * The kernels and the workspace of an op.
   *
   * @param activations the number format of values
   */
  record Scratch(Kernels kernels, Workspace workspace, DType activations) {
    /** Scratch for values in full precision. */
    public Scratch(Kernels kernels, Workspace workspace) {
      this(kernels, workspace, DType.F32);
    }

    /** {@code out = a·x + beta·out}, by the cheaper kernel. */
    void spmm(Csr a, Matrix x, boolean mostlyZero, float beta, Matrix out) {
      if (mostlyZero) {
        kernels.spmmMostlyZero(a, x, beta, out);
      } else {
        kernels.spmm(a, x, beta, out);
      }
    }

    /** Memory for a value, in the number format of activations. */
    public Matrix value(int rows, int cols) {
      return workspace.matrix(rows, cols, activations);
    }
  }

  /**
   * Computes the value into memory of the workspace, or into {@code in[0]} itself, which is then
   * returned, where {@code mayOverwrite} allows it.
   */
  Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite);

  /**
   * Propagates the gradient: adds to {@code gradIn[i]}, which is null for inputs that need no
   * gradient. {@code gradOut} may be overwritten or handed over.
   */
  void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn);

  /**
   * Propagates a gradient most of whose elements are expected to be 0; the result equals that of
   * {@link #backward}.
   */
  default void backwardMostlyZero(
      Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    backward(s, in, out, gradOut, gradIn);
  }

  /** Whether most elements of the output, and of the gradient behind it, are expected to be 0. */
  default boolean isMostlyZero() {
    return false;
  }

  /** Whether backward reads an input's value, which then must not be overwritten. */
  default boolean readsInput(int index) {
    return false;
  }

  /** Whether the output is a view of the first input's memory. */
  default boolean sharesInput() {
    return false;
  }

  /** Whether backward reads the output's value. */
  default boolean readsOutput() {
    return false;
  }
}
