package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Elements.get;
import static dev.atoll.tensor.cpu.Elements.set;

import dev.atoll.tensor.Matrix;

/**
 * Softmax over the edges {@code [from, to)} of one row, head by head, with sums in double
 * precision. The vector kernels use it too, for layouts that {@link HeadLanes} cannot describe.
 */
final class ScalarSoftmax {
  private ScalarSoftmax() {}

  static void forward(Matrix values, Matrix out, int from, int to) {
    for (int h = 0; h < out.cols(); h++) {
      float max = Float.NEGATIVE_INFINITY;
      for (int e = from; e < to; e++) {
        max = Math.max(max, get(values, e, h));
      }
      double sum = 0;
      for (int e = from; e < to; e++) {
        sum += StrictMath.exp((double) get(values, e, h) - max);
      }
      for (int e = from; e < to; e++) {
        set(out, e, h, (float) (StrictMath.exp((double) get(values, e, h) - max) / sum));
      }
    }
  }

  static void backward(Matrix out, Matrix gradOut, Matrix gradIn, int from, int to) {
    for (int h = 0; h < out.cols(); h++) {
      double sum = 0;
      for (int e = from; e < to; e++) {
        sum += (double) get(out, e, h) * get(gradOut, e, h);
      }
      for (int e = from; e < to; e++) {
        set(gradIn, e, h, (float) (get(out, e, h) * (get(gradOut, e, h) - sum)));
      }
    }
  }
}
