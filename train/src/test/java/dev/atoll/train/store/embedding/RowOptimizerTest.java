package dev.atoll.train.store.embedding;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.embedding.EmbeddingSpec.Rule;
import dev.atoll.train.store.embedding.EmbeddingSpec.Update;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows moved one by one are the dense optimizer's. */
class RowOptimizerTest {
  private static final int STEPS = 5;
  private static final float RATE = 0.05f;
  private static final RandomKey KEY = RandomKey.ofSeed(3);

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 17, 64})
  void adamOfAllRowsIsTheDenseKernels(int width) {
    var optimizer = RowOptimizer.of(new EmbeddingSpec(width, Update.ORDERED, Rule.ADAM, RATE));
    int rows = 3;
    try (Arena memory = Arena.ofConfined();
        var cpu = CpuBackend.open(1)) {
      Matrix values = random(rows, width, 0, memory);
      List<Matrix> moments = List.of(zeros(values, memory), zeros(values, memory));
      Matrix dense = random(rows, width, 0, memory);
      Matrix first = zeros(values, memory);
      Matrix second = zeros(values, memory);
      for (int step = 1; step <= STEPS; step++) {
        Matrix gradient = random(rows, width, step, memory);
        var adam = new AdamStep(RATE, 0.9f, 0.999f, 1e-8f, 0, false, step);
        cpu.kernels().adam(adam, gradient, dense, first, second);
        for (int row = 0; row < rows; row++) {
          optimizer.move(values, moments, row, step, gradient.data(), row * gradient.rowBytes());
        }
      }
      assertEqual(dense, values, 1e-5f);
    }
  }

  @Test
  void adagradIsItsFormulaInDoubles() {
    var optimizer = RowOptimizer.of(new EmbeddingSpec(7, Update.ORDERED, Rule.ADAGRAD, RATE));
    try (Arena memory = Arena.ofConfined()) {
      Matrix values = random(1, 7, 0, memory);
      Matrix sums = zeros(values, memory);
      double[] x = new double[7];
      double[] sum = new double[7];
      for (int c = 0; c < x.length; c++) {
        x[c] = cell(values, 0, c);
      }
      for (int step = 1; step <= STEPS; step++) {
        Matrix gradient = random(1, 7, step, memory);
        optimizer.move(values, List.of(sums), 0, step, gradient.data(), 0);
        for (int c = 0; c < x.length; c++) {
          double g = cell(gradient, 0, c);
          sum[c] += g * g;
          x[c] -= RATE * g / (Math.sqrt(sum[c]) + 1e-10);
        }
      }
      for (int c = 0; c < x.length; c++) {
        assertEquals(x[c], cell(values, 0, c), 1e-5);
      }
    }
  }

  @Test
  void aZeroGradientMovesNothing() {
    for (Rule rule : Rule.values()) {
      var optimizer = RowOptimizer.of(new EmbeddingSpec(4, Update.ORDERED, rule, RATE));
      try (Arena memory = Arena.ofConfined()) {
        Matrix values = random(1, 4, 0, memory);
        var moments = List.of(zeros(values, memory), zeros(values, memory));
        optimizer.move(values, moments, 0, 1, zeros(values, memory).data(), 0);
        assertEqual(random(1, 4, 0, memory), values, 0);
      }
    }
  }

  @Test
  void sumsOfRowsAreInTheOrderOfArrival() {
    var sums = new RowSums(100, 2);
    float[][] gradients = {{1e8f, 1}, {1, 2}, {-1e8f, 3}};
    for (float[] gradient : gradients) {
      sums.add(42, MemorySegment.ofArray(gradient), 0);
    }
    for (int row = 0; row < 40; row++) {
      sums.add(row, MemorySegment.ofArray(new float[] {9, row, 7}), Float.BYTES);
    }
    assertEquals(41, sums.count());
    assertEquals(42, sums.row(0));
    assertEquals(1e8f + 1 - 1e8f, sums.elements().getAtIndex(JAVA_FLOAT, 0));
    assertEquals(6, sums.elements().getAtIndex(JAVA_FLOAT, 1));
    assertEquals(39, sums.elements().get(JAVA_FLOAT, sums.offset(40)));
    sums.clear();
    sums.add(42, MemorySegment.ofArray(gradients[1]), 0);
    assertEquals(1, sums.count());
    assertEquals(2, sums.elements().getAtIndex(JAVA_FLOAT, 1));
  }

  private static Matrix zeros(Matrix like, Arena memory) {
    return OwnedRows.matrix(like.rows(), like.cols(), memory);
  }

  private static Matrix random(int rows, int cols, int label, Arena memory) {
    Matrix m = OwnedRows.matrix(rows, cols, memory);
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        float cell = (float) (KEY.child(label).child(r).unit(c) - 0.5);
        m.data().set(JAVA_FLOAT, r * m.rowBytes() + (long) c * Float.BYTES, cell);
      }
    }
    return m;
  }

  private static float cell(Matrix m, int row, int column) {
    return m.data().get(JAVA_FLOAT, row * m.rowBytes() + (long) column * Float.BYTES);
  }

  private static void assertEqual(Matrix expected, Matrix found, float tolerance) {
    for (int r = 0; r < expected.rows(); r++) {
      for (int c = 0; c < expected.cols(); c++) {
        assertEquals(cell(expected, r, c), cell(found, r, c), tolerance);
      }
    }
  }
}
