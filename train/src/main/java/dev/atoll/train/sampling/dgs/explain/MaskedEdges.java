package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;

/** {@code out[e,h] = values[e,h]·mask[e]}, in host memory; inputs {@code values, mask}. */
record MaskedEdges() implements Op {
  @Override
  public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
    Matrix out = s.workspace().matrix(in[0].rows(), in[0].cols());
    for (int e = 0; e < out.rows(); e++) {
      for (int h = 0; h < out.cols(); h++) {
        set(out, e, h, get(in[0], e, h) * get(in[1], e, 0));
      }
    }
    return out;
  }

  @Override
  public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
    if (gradIn[0] != null) {
      gradIn[0].add((beta, into) -> toValues(in[1], gradOut, beta, into));
    }
    if (gradIn[1] != null) {
      gradIn[1].add((beta, into) -> toMask(in[0], gradOut, beta, into));
    }
  }

  private static void toValues(Matrix mask, Matrix gradOut, float beta, Matrix into) {
    for (int e = 0; e < into.rows(); e++) {
      for (int h = 0; h < into.cols(); h++) {
        float before = beta == 0 ? 0 : get(into, e, h);
        set(into, e, h, before + get(gradOut, e, h) * get(mask, e, 0));
      }
    }
  }

  private static void toMask(Matrix values, Matrix gradOut, float beta, Matrix into) {
    for (int e = 0; e < into.rows(); e++) {
      float sum = beta == 0 ? 0 : get(into, e, 0);
      for (int h = 0; h < values.cols(); h++) {
        sum += get(gradOut, e, h) * get(values, e, h);
      }
      set(into, e, 0, sum);
    }
  }

  private static float get(Matrix elements, int row, int col) {
    return elements.data().get(JAVA_FLOAT, row * elements.rowBytes() + (long) col * Float.BYTES);
  }

  private static void set(Matrix elements, int row, int col, float value) {
    elements.data().set(JAVA_FLOAT, row * elements.rowBytes() + (long) col * Float.BYTES, value);
  }

  @Override
  public boolean readsInput(int index) {
    return true;
  }
}
