package dev.atoll.tensor.cpu;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that products of some rows of a sparse matrix, including hubs, equal those rows of the
 * product.
 */
class RowsViewTest {
  private static final int ROWS = 300;
  private static final int COLS = 50;
  private static final int[] CUTS = {0, 1, 7, 120, 121, ROWS};

  private final SplittableRandom random = new SplittableRandom(7);

  @ParameterizedTest
  @ValueSource(ints = {1, 47, 128})
  void productsOfRowsAreRowsOfTheProduct(int width) {
    try (var cpu = CpuBackend.open(3);
        Workspace memory = cpu.newWorkspace()) {
      Csr all = matrix(cpu, memory);
      Matrix x = memory.matrix(COLS, width);
      cpu.upload(floats(COLS * width), x);
      Matrix whole = memory.matrix(ROWS, width);
      Matrix parts = memory.matrix(ROWS, width);
      cpu.kernels().spmm(all, x, 0, whole);
      for (int i = 1; i < CUTS.length; i++) {
        Csr some = all.rowsView(CUTS[i - 1], CUTS[i]);
        cpu.kernels().spmm(some, x, 0, parts.rowsView(CUTS[i - 1], CUTS[i]));
      }
      for (int row = 0; row < ROWS; row++) {
        for (int c = 0; c < width; c++) {
          assertEquals(element(whole, row, c), element(parts, row, c), "row " + row);
        }
      }
    }
  }

  private static float element(Matrix of, int row, int column) {
    return of.data().get(JAVA_FLOAT, row * of.rowBytes() + 4L * column);
  }

  /** Rows of few edges, and four hubs, two of them side by side. */
  private Csr matrix(CpuBackend cpu, Workspace memory) {
    long[] start = new long[ROWS + 1];
    for (int row = 0; row < ROWS; row++) {
      boolean hub = row == 0 || row == 119 || row == 120 || row == ROWS - 1;
      start[row + 1] = start[row] + (hub ? 40_000 + row : random.nextInt(9));
    }
    int edges = (int) start[ROWS];
    int[] column = random.ints(edges, 0, COLS).toArray();
    Buffer rowStart = memory.buffer(DType.I64, ROWS + 1L);
    Buffer columns = memory.buffer(DType.I32, edges);
    Buffer rowScale = memory.buffer(DType.F32, ROWS);
    Buffer columnScale = memory.buffer(DType.F32, COLS);
    cpu.upload(MemorySegment.ofArray(start), rowStart);
    cpu.upload(MemorySegment.ofArray(column), columns);
    cpu.upload(floats(ROWS), rowScale);
    cpu.upload(floats(COLS), columnScale);
    return Csr.pattern(ROWS, COLS, edges, rowStart, columns).withScales(rowScale, columnScale);
  }

  private MemorySegment floats(int count) {
    float[] elements = new float[count];
    for (int i = 0; i < count; i++) {
      elements[i] = (float) random.nextDouble(-1, 1);
    }
    return MemorySegment.ofArray(elements);
  }
}
