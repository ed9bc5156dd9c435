package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Matrix;
import dev.atoll.train.store.NonZeroRows;
import java.util.List;

/** Walks over the elements of input rows and their gradients, all in host memory. */
final class InputElements {
  private InputElements() {}

  /**
   * @param gradients of all elements, at their places
   */
  static void visit(Matrix rows, Matrix gradients, InputReader.Visitor visitor) {
    for (int r = 0; r < rows.rows(); r++) {
      for (int c = 0; c < rows.cols(); c++) {
        long at = (long) c * Float.BYTES;
        visitor.see(
            r,
            c,
            rows.data().get(JAVA_FLOAT, r * rows.rowBytes() + at),
            gradients.data().get(JAVA_FLOAT, r * gradients.rowBytes() + at));
      }
    }
  }

  /**
   * @param gradients of the non-zeros of all lists, one after the other
   */
  static void visit(List<NonZeroRows> lists, Matrix gradients, InputReader.Visitor visitor) {
    int[] columns = {};
    float[] values = {};
    int row = 0;
    long at = 0;
    for (NonZeroRows list : lists) {
      for (int r = 0; r < list.rows(); r++) {
        int count = list.nonZeros(r);
        if (columns.length < count) {
          columns = new int[2 * count];
          values = new float[2 * count];
        }
        list.copy(r, columns, values, 0);
        for (int i = 0; i < count; i++) {
          float gradient = gradients.data().get(JAVA_FLOAT, at++ * gradients.rowBytes());
          visitor.see(row, columns[i], values[i], gradient);
        }
        row++;
      }
    }
  }
}
