package dev.atoll.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps started as graphs give the bits of steps started kernel by kernel. */
final class ReplayTest {
  private static final int STEPS = 12;
  private static final int ROWS = 300;
  private static final int COLS = 40;

  @ParameterizedTest
  @EnumSource(names = {"F32", "BF16"})
  void graphsGiveTheSameBits(DType type) {
    List<float[]> apart = new ArrayList<>();
    List<float[]> together = new ArrayList<>();
    assertEquals(0, train(CudaOptions.of(1).withActivations(type).withGraphs(false), 0, apart));
    assertTrue(train(CudaOptions.of(1).withActivations(type), 0, together) >= STEPS - 3);
    for (int i = 0; i < STEPS; i++) {
      assertArrayEquals(apart.get(i), together.get(i), "step " + i);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32"})
  void shapesThatChangeAreStartedOneByOne(DType type) {
    List<float[]> apart = new ArrayList<>();
    List<float[]> together = new ArrayList<>();
    train(CudaOptions.of(1).withGraphs(false), 1, apart);
    assertEquals(0, train(CudaOptions.of(1).withActivations(type), 1, together));
    for (int i = 0; i < STEPS; i++) {
      assertArrayEquals(apart.get(i), together.get(i), "step " + i);
    }
  }

  /** Fits weights to a fixed target, with dropout; returns how many pieces were replayed. */
  private static long train(CudaOptions options, int growth, List<float[]> weights) {
    try (var gpu = Gpus.open(options);
        var fixed = gpu.newWorkspace();
        var passing = gpu.newWorkspace()) {
      Kernels k = gpu.kernels();
      Matrix x = fixed.matrix(ROWS + STEPS, COLS, options.activations());
      Matrix w = fixed.matrix(COLS, COLS);
      Matrix grad = fixed.matrix(COLS, COLS);
      Matrix first = fixed.matrix(COLS, COLS);
      Matrix second = fixed.matrix(COLS, COLS);
      k.fill(0.5f, x);
      k.fill(0.01f, w);
      k.fill(0, first);
      k.fill(0, second);
      for (int step = 0; step < STEPS; step++) {
        passing.reset();
        Matrix rows = x.rowsView(0, ROWS + growth * step);
        Matrix y = passing.matrix(rows.rows(), COLS, options.activations());
        var dropout = new Dropout(0.5f, 1000 + step, null);
        k.gemm(false, rows, false, w, 0, y);
        k.activate(Activation.RELU, y, null, dropout, y);
        k.add(-1, rows, 1, y);
        k.activateBackward(Activation.IDENTITY, y, dropout, y, 0, y);
        k.gemm(true, rows, false, y, 0, grad);
        k.adam(new AdamStep(0.1f, 0.9f, 0.999f, 1e-8f, 0, false, step + 1), grad, w, first, second);
        float[] now = new float[COLS * COLS];
        gpu.download(w, MemorySegment.ofArray(now));
        weights.add(now);
      }
      return gpu.replayed();
    }
  }
}
