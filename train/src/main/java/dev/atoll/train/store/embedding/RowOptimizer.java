package dev.atoll.train.store.embedding;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Updates single rows of a table by their gradients. A row that gets no gradient stays as it is,
 * its moments too.
 */
sealed interface RowOptimizer {
  /** The number of moments stored per element. */
  int moments();

  /**
   * Moves one row.
   *
   * @param values the table
   * @param moments as many tables of the same shape
   * @param step how often the row has been moved, this time included
   * @param gradient of the row, from byte {@code at} on
   */
  void move(
      Matrix values, List<Matrix> moments, int row, int step, MemorySegment gradient, long at);

  static RowOptimizer of(EmbeddingSpec spec) {
    return switch (spec.rule()) {
      case ADAGRAD -> new Adagrad(spec.rate(), spec.decay());
      case ADAM -> new Adam(spec.rate(), spec.decay());
    };
  }

  /** {@code s += g²; x −= rate·g / (√s + ε)}, of Duchi et al. (JMLR 2011). */
  record Adagrad(float rate, float decay) implements RowOptimizer {
    private static final float EPSILON = 1e-10f;

    @Override
    public int moments() {
      return 1;
    }

    @Override
    public void move(
        Matrix values, List<Matrix> moments, int row, int step, MemorySegment gradient, long at) {
      MemorySegment x = values.data();
      MemorySegment s = moments.getFirst().data();
      long element = row * values.rowBytes();
      for (int c = 0; c < values.cols(); c++, element += Float.BYTES, at += Float.BYTES) {
        float g = gradient.get(JAVA_FLOAT, at) + decay * x.get(JAVA_FLOAT, element);
        float sum = s.get(JAVA_FLOAT, element) + g * g;
        s.set(JAVA_FLOAT, element, sum);
        float root = (float) Math.sqrt((double) sum);
        x.set(JAVA_FLOAT, element, x.get(JAVA_FLOAT, element) - rate * g / (root + EPSILON));
      }
    }
  }

  /** Adam of Kingma and Ba (ICLR 2015), with a step count per row. */
  record Adam(float rate, float decay) implements RowOptimizer {
    private static final float BETA_1 = 0.9f;
    private static final float BETA_2 = 0.999f;
    private static final float EPSILON = 1e-8f;

    @Override
    public int moments() {
      return 2;
    }

    @Override
    public void move(
        Matrix values, List<Matrix> moments, int row, int step, MemorySegment gradient, long at) {
      MemorySegment x = values.data();
      MemorySegment first = moments.get(0).data();
      MemorySegment second = moments.get(1).data();
      float scale = (float) (rate / (1 - StrictMath.pow(BETA_1, step)));
      float inverse = (float) (1 / (1 - StrictMath.pow(BETA_2, step)));
      long element = row * values.rowBytes();
      for (int c = 0; c < values.cols(); c++, element += Float.BYTES, at += Float.BYTES) {
        float g = gradient.get(JAVA_FLOAT, at) + decay * x.get(JAVA_FLOAT, element);
        float m = BETA_1 * first.get(JAVA_FLOAT, element) + (1 - BETA_1) * g;
        float v = BETA_2 * second.get(JAVA_FLOAT, element) + (1 - BETA_2) * g * g;
        first.set(JAVA_FLOAT, element, m);
        second.set(JAVA_FLOAT, element, v);
        float root = (float) Math.sqrt((double) (v * inverse));
        x.set(JAVA_FLOAT, element, x.get(JAVA_FLOAT, element) - scale * m / (root + EPSILON));
      }
    }
  }
}
