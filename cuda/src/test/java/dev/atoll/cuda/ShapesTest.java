package dev.atoll.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Tests of the shapes in which work is divided. */
final class ShapesTest {
  private static Matrix matrix(int cols, int stride, long address) {
    return matrix(cols, stride, address, DType.F32);
  }

  private static Matrix matrix(int cols, int stride, long address, DType type) {
    return new Matrix(
        Device.CPU,
        3,
        cols,
        stride,
        type,
        MemorySegment.ofAddress(address).reinterpret(3L * stride * type.bytes()));
  }

  @Test
  void everyColumnOfASparseProductIsReached() {
    for (int cols = 1; cols < 3000; cols += cols < 700 ? 1 : 97) {
      for (int offset : new int[] {0, 4}) {
        Matrix x = matrix(cols, Matrix.strideFor(cols), 256 + offset);
        SpmmShape shape = SpmmShape.of(x, x, 0, true);
        int reached = shape.vector() * shape.lanes() * shape.units() * shape.tiles();
        assertTrue(reached >= cols, shape + " of " + cols);
        assertTrue(shape.units() <= 5 && shape.lanes() <= LaunchGrid.WARP, shape.toString());
        assertTrue(offset == 0 || shape.vector() == 1, "rows that are not aligned: " + shape);
      }
    }
  }

  @Test
  void tilesFitTheCacheAndReachEveryColumn() {
    Matrix x = matrix(256, 256, 256);
    assertEquals(
        SpmmShape.of(x, x, 0, true), SpmmShape.of(x, x, 0, true, true, 1000, 1 << 20), "x fits");
    assertEquals(
        SpmmShape.of(x, x, 0, true),
        SpmmShape.of(x, x, 0, true, true, 10, 1 << 10),
        "read too seldom");
    SpmmShape widest = SpmmShape.of(x, x, 0, true, true, 1000, 100);
    assertTrue(widest.cached(), "no tile fits");
    assertEquals(128, widest.tileColumns());
    assertEquals(1, widest.units());
    Matrix half = matrix(128, 128, 256);
    assertEquals(
        SpmmShape.of(half, half, 0, true), SpmmShape.of(half, half, 0, true, false, 1000, 100));
    assertTrue(SpmmShape.of(half, half, 0, true, true, 1000, 100).cached(), "to scale it once");
    SpmmShape wide = SpmmShape.of(x, x, 0, true, true, 1000, 1024);
    SpmmShape narrow = SpmmShape.of(x, x, 0, true, true, 1000, 600);
    assertTrue(wide.cached() && narrow.cached());
    assertEquals(64, wide.tileColumns());
    assertEquals(32, narrow.tileColumns());
    assertEquals(4, wide.tiles());
    assertEquals(8, narrow.tiles());
  }

  @Test
  void rowsThatAreLongOnAverageAreCutIntoSegments() {
    for (int cols : new int[] {1, 7, 40, 64, 256, 1000}) {
      for (int offset : new int[] {0, 4}) {
        Matrix x = matrix(cols, Matrix.strideFor(cols), 256 + offset);
        SpmmShape shape = SpmmShape.of(x, x, 0, true, false, 100_000, 1 << 30);
        assertTrue(shape.cached(), shape.toString());
        assertTrue(shape.tileColumns() * shape.tiles() >= cols, shape + " of " + cols);
        assertEquals(1, Integer.bitCount(shape.lanes()), shape.toString());
      }
    }
    Matrix x = matrix(64, 64, 256);
    assertFalse(SpmmShape.of(x, x, 0, true, false, 3000, 1 << 30).cached(), "a block is enough");
  }

  @Test
  void sixteenBytesAreLoadedAtATimeOfAnyType() {
    Matrix x = matrix(256, 256, 256, DType.BF16);
    SpmmShape whole = SpmmShape.of(x, x, 0, true);
    assertEquals(8, whole.vector());
    assertEquals(LaunchGrid.WARP, whole.lanes());
    assertEquals(1, whole.tiles());
    SpmmShape narrow = SpmmShape.of(x, x, 0, true, true, 1000, 600);
    assertEquals(64, narrow.tileColumns(), "128 bytes of 16-bit elements");
    assertEquals(8, narrow.lanes());
    assertEquals(4, narrow.tiles());
    assertEquals(4, SpmmShape.of(x, x, 12, true).vector(), "heads of 12 columns");
    assertEquals(4, SpmmShape.of(x, matrix(256, 260, 256), 0, true).vector(), "the result's rows");
    for (int cols = 1; cols < 3000; cols += cols < 700 ? 1 : 97) {
      Matrix y = matrix(cols, Matrix.strideFor(cols), 256, DType.BF16);
      SpmmShape shape = SpmmShape.of(y, y, 0, true);
      assertTrue(shape.tileColumns() * shape.tiles() >= cols, shape + " of " + cols);
    }
  }

  @Test
  void fourCellsAtATimeStayWithinAHead() {
    Matrix x = matrix(24, 32, 256);
    assertEquals(4, SpmmShape.of(x, x, 8, true).vector());
    assertEquals(1, SpmmShape.of(x, x, 6, true).vector());
  }

  @Test
  void attentionReachesEveryColumnOfAHead() {
    for (int heads : new int[] {1, 3, 4, 9, 40}) {
      for (int width = 1; width < 700; width += width < 70 ? 1 : 31) {
        Matrix x = matrix(heads * width, Matrix.strideFor(heads * width), 256);
        AttentionShape shape = AttentionShape.of(heads, 10, 1 << 20, x, x);
        assertTrue(shape.vector() * shape.lanes() * shape.units() >= width, shape + " of " + width);
        assertEquals(0, width % shape.vector(), shape + " of " + width);
        assertTrue(shape.lanes() * shape.heads() <= LaunchGrid.WARP, shape.toString());
        assertEquals(1, Integer.bitCount(shape.lanes()), shape.toString());
        assertEquals(1, Integer.bitCount(shape.heads()), shape.toString());
      }
    }
    Matrix x = matrix(64, 64, 256);
    assertEquals(1, AttentionShape.of(4, 10, 1 << 20, matrix(64, 64, 260), x).vector());
    assertEquals(1, AttentionShape.of(4, 10, 1 << 20, x, matrix(64, 64, 260)).vector());
  }

  @Test
  void headsSideBySideFitTheCacheWhereOneDoes() {
    Matrix x = matrix(256, 256, 256);
    assertEquals(2, AttentionShape.of(4, 1000, 1 << 20, x).heads(), "rows fit");
    assertEquals(1, AttentionShape.of(4, 1000, 1500, x).heads(), "three rows of 256 bytes fit");
    assertEquals(2, AttentionShape.of(4, 10, 1500, x).heads(), "read too seldom");
    assertEquals(2, AttentionShape.of(4, 1000, 100, x).heads(), "not even one fits");
    assertEquals(8, AttentionShape.of(64, 1000, 700, x).heads(), "no less than 128 bytes");
    Matrix half = matrix(256, 256, 256, DType.BF16);
    assertEquals(4, AttentionShape.of(4, 1000, 1 << 20, half).heads());
  }

  @Test
  void blocksAreWholeWarpsOfAtMost256Threads() {
    for (int cols = 1; cols < 2000; cols += 13) {
      LaunchGrid grid = LaunchGrid.elements(5000, cols, 1);
      assertEquals(256, grid.width() * grid.height());
      assertTrue((long) grid.blocks() * grid.height() >= 5000 || grid.blocks() == 1 << 14);
    }
  }
}
