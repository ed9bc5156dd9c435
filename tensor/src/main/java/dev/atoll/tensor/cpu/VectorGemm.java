package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Lanes.BYTES;
import static dev.atoll.tensor.cpu.Lanes.FLOATS;
import static dev.atoll.tensor.cpu.Lanes.LANES;
import static dev.atoll.tensor.cpu.Lanes.ORDER;
import static dev.atoll.tensor.cpu.RawMemory.ALL;
import static dev.atoll.tensor.cpu.RawMemory.getFloat;
import static dev.atoll.tensor.cpu.RawMemory.setFloat;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;

import jdk.incubator.vector.FloatVector;

/**
 * A product of dense blocks in vector lanes, for machines without OpenBLAS.
 *
 * <p>The result is made of tiles of {@value #TILE_ROWS} rows and two vectors, which stay in
 * registers while the terms pass by. The right operand is first copied into panels two vectors
 * wide, so that a tile reads it in one run; the left one is read where it is, by strides, whether
 * transposed or not. Rows that a tile has too many repeat its last row and are not written.
 */
final class VectorGemm implements GemmBlock {
  private static final int TILE_ROWS = 6;
  private static final int TILE_COLS = 2 * LANES;
  private static final long PANEL_BYTES = 4L * TILE_COLS;

  /** Terms per pass: a panel of so many stays in the first caches. */
  private static final int DEPTH = 384;

  private final ScratchMemory scratch;

  VectorGemm(ScratchMemory scratch) {
    this.scratch = scratch;
  }

  /** The left operand: cell (i, k) lies at {@code base + i·rowStep + k·termStep}. */
  private record Left(long base, long rowStep, long termStep) {
    Left from(int row, int term) {
      return new Left(base + row * rowStep + term * termStep, rowStep, termStep);
    }
  }

  @Override
  public void multiply(
      boolean transposeA,
      long a,
      int strideA,
      boolean transposeB,
      long b,
      int strideB,
      int m,
      int n,
      int inner,
      float beta,
      long c,
      int strideC) {
    var left = new Left(a, transposeA ? 4 : 4L * strideA, transposeA ? 4L * strideA : 4);
    int panels = Math.ceilDiv(n, TILE_COLS);
    try (var memory = scratch.borrow((panels * (long) DEPTH + TILE_ROWS) * PANEL_BYTES)) {
      long tile = memory.address();
      long packed = tile + TILE_ROWS * PANEL_BYTES;
      for (int k = 0; k < inner; k += DEPTH) {
        int depth = Math.min(DEPTH, inner - k);
        long start = b + 4L * k * (transposeB ? 1 : strideB);
        pack(transposeB, start, strideB, depth, n, packed);
        multiplyPanels(left.from(0, k), packed, depth, tile, m, n, k == 0 ? beta : 1, c, strideC);
      }
    }
  }

  private static void multiplyPanels(
      Left left, long packed, int depth, long tile, int m, int n, float beta, long c, int strideC) {
    for (int i = 0; i < m; i += TILE_ROWS) {
      int rows = Math.min(TILE_ROWS, m - i);
      var tileLeft = left.from(i, 0);
      for (int j = 0; j < n; j += TILE_COLS) {
        long panel = packed + (long) j / TILE_COLS * depth * PANEL_BYTES;
        long target = c + 4L * ((long) i * strideC + j);
        int cols = Math.min(TILE_COLS, n - j);
        if (beta == 0 && rows == TILE_ROWS && cols == TILE_COLS) {
          tile(tileLeft, rows, panel, depth, target, 4L * strideC);
        } else {
          tile(tileLeft, rows, panel, depth, tile, PANEL_BYTES);
          for (int r = 0; r < rows; r++) {
            VectorCells.add(1, tile + r * PANEL_BYTES, beta, target + 4L * r * strideC, cols);
          }
        }
      }
    }
  }

  /** One tile: {@code depth} terms of six rows by two vectors. */
  private static void tile(Left left, int rows, long panel, int depth, long out, long outStep) {
    long step = left.termStep;
    long a0 = left.base;
    long a1 = a0 + Math.min(1, rows - 1) * left.rowStep;
    long a2 = a0 + Math.min(2, rows - 1) * left.rowStep;
    long a3 = a0 + Math.min(3, rows - 1) * left.rowStep;
    long a4 = a0 + Math.min(4, rows - 1) * left.rowStep;
    long a5 = a0 + Math.min(5, rows - 1) * left.rowStep;
    FloatVector s00 = FloatVector.zero(FLOATS);
    FloatVector s01 = s00;
    FloatVector s10 = s00;
    FloatVector s11 = s00;
    FloatVector s20 = s00;
    FloatVector s21 = s00;
    FloatVector s30 = s00;
    FloatVector s31 = s00;
    FloatVector s40 = s00;
    FloatVector s41 = s00;
    FloatVector s50 = s00;
    FloatVector s51 = s00;
    for (int k = 0; k < depth; k++) {
      FloatVector b0 = fromMemorySegment(FLOATS, ALL, panel + k * PANEL_BYTES, ORDER);
      FloatVector b1 = fromMemorySegment(FLOATS, ALL, panel + k * PANEL_BYTES + BYTES, ORDER);
      FloatVector v0 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a0 + k * step));
      s00 = v0.fma(b0, s00);
      s01 = v0.fma(b1, s01);
      FloatVector v1 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a1 + k * step));
      s10 = v1.fma(b0, s10);
      s11 = v1.fma(b1, s11);
      FloatVector v2 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a2 + k * step));
      s20 = v2.fma(b0, s20);
      s21 = v2.fma(b1, s21);
      FloatVector v3 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a3 + k * step));
      s30 = v3.fma(b0, s30);
      s31 = v3.fma(b1, s31);
      FloatVector v4 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a4 + k * step));
      s40 = v4.fma(b0, s40);
      s41 = v4.fma(b1, s41);
      FloatVector v5 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a5 + k * step));
      s50 = v5.fma(b0, s50);
      s51 = v5.fma(b1, s51);
    }
    s00.intoMemorySegment(ALL, out, ORDER);
    s01.intoMemorySegment(ALL, out + BYTES, ORDER);
    s10.intoMemorySegment(ALL, out + outStep, ORDER);
    s11.intoMemorySegment(ALL, out + outStep + BYTES, ORDER);
    s20.intoMemorySegment(ALL, out + 2 * outStep, ORDER);
    s21.intoMemorySegment(ALL, out + 2 * outStep + BYTES, ORDER);
    s30.intoMemorySegment(ALL, out + 3 * outStep, ORDER);
    s31.intoMemorySegment(ALL, out + 3 * outStep + BYTES, ORDER);
    s40.intoMemorySegment(ALL, out + 4 * outStep, ORDER);
    s41.intoMemorySegment(ALL, out + 4 * outStep + BYTES, ORDER);
    s50.intoMemorySegment(ALL, out + 5 * outStep, ORDER);
    s51.intoMemorySegment(ALL, out + 5 * outStep + BYTES, ORDER);
  }

  /** Copies {@code depth} terms of all columns into panels; columns beyond the last are zero. */
  private static void pack(boolean transposed, long b, int stride, int depth, int n, long packed) {
    for (int j = 0; j < n; j += TILE_COLS) {
      long panel = packed + (long) j / TILE_COLS * depth * PANEL_BYTES;
      int cols = Math.min(TILE_COLS, n - j);
      if (transposed) {
        packTransposed(b + 4L * j * stride, stride, depth, cols, panel);
      } else {
        for (int k = 0; k < depth; k++) {
          long to = panel + k * PANEL_BYTES;
          VectorCells.copy(b + 4L * ((long) k * stride + j), to, cols);
          VectorCells.fill(0, to + 4L * cols, TILE_COLS - cols);
        }
      }
    }
  }

  private static void packTransposed(long b, int stride, int depth, int cols, long panel) {
    for (int j = 0; j < TILE_COLS; j++) {
      long from = b + 4L * j * stride;
      for (int k = 0; k < depth; k++) {
        setFloat(panel + k * PANEL_BYTES + 4L * j, j < cols ? getFloat(from + 4L * k) : 0);
      }
    }
  }
}
