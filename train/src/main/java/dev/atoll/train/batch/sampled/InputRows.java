package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.store.NonZeroRows;
import java.util.List;
import java.util.Optional;

/** The input rows of a batch on its device, with their gradients in steps that want them. */
sealed interface InputRows {
  /** The rows as the input of a model. */
  Var input(Tape tape);

  /** The gradients of the elements; empty where they are not wanted. */
  Optional<Matrix> gradients();

  /**
   * Walks over the elements that were fetched, with their gradients.
   *
   * @param onHost the gradients in host memory
   */
  void visit(Matrix onHost, InputReader.Visitor visitor);

  /**
   * All elements.
   *
   * @param fetched in host memory; the rows themselves if the host is the device
   */
  record Dense(Matrix fetched, Matrix rows, Optional<Matrix> gradients) implements InputRows {
    @Override
    public Var input(Tape tape) {
      return gradients.isEmpty()
          ? tape.constant(rows)
          : tape.use(new Parameter("input", rows, gradients.get()));
    }

    @Override
    public void visit(Matrix onHost, InputReader.Visitor visitor) {
      for (int r = 0; r < fetched.rows(); r++) {
        for (int c = 0; c < fetched.cols(); c++) {
          long at = (long) c * Float.BYTES;
          visitor.see(
              r,
              c,
              fetched.data().get(JAVA_FLOAT, r * fetched.rowBytes() + at),
              onHost.data().get(JAVA_FLOAT, r * onHost.rowBytes() + at));
        }
      }
    }
  }

  /**
   * The elements that are not zero.
   *
   * @param fetched lists of rows, one after the other
   * @param gradients a row for each element
   */
  record Sparse(List<NonZeroRows> fetched, SparseMatrix rows, Optional<Matrix> gradients)
      implements InputRows {
    @Override
    public Var input(Tape tape) {
      return gradients.isEmpty() ? tape.constant(rows) : tape.constant(rows, gradients.get());
    }

    @Override
    public void visit(Matrix onHost, InputReader.Visitor visitor) {
      int[] columns = {};
      float[] values = {};
      int row = 0;
      long at = 0;
      for (NonZeroRows list : fetched) {
        for (int r = 0; r < list.rows(); r++) {
          int count = list.nonZeros(r);
          if (columns.length < count) {
            columns = new int[2 * count];
            values = new float[2 * count];
          }
          list.copy(r, columns, values, 0);
          for (int i = 0; i < count; i++) {
            float gradient = onHost.data().get(JAVA_FLOAT, at++ * onHost.rowBytes());
            visitor.see(row, columns[i], values[i], gradient);
          }
          row++;
        }
      }
    }
  }
}
