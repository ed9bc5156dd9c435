package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.setFloat;
import static dev.atoll.tensor.cpu.VectorLanes.BYTES;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * A product of dense panels in vector lanes.
 *
 * <p>The result is computed in tiles of {@value #TILE_ROWS} rows and two vectors (one at the right
 * edge if that is enough), which stay in registers during the sum. The right operand is first
 * copied into panels as wide as a tile, which a tile then reads in one run; the left one is read
 * where it is, by strides, transposed or not. A tile at the lower edge repeats its last row; the
 * copies are discarded.
 */
final class VectorGemm implements GemmTile {
  private static final int TILE_ROWS = 6;
  private static final int TILE_COLS = 2 * LANES;
  private static final long TILE_BYTES = 4L * TILE_COLS;

  /** Terms per pass: a panel of this size stays in the nearest caches. */
  private static final int DEPTH = 384;

  private final ScratchMemory scratch;

  VectorGemm(ScratchMemory scratch) {
    this.scratch = scratch;
  }

  /** A pass over some terms: where things are, and how far apart, in bytes. */
  private record Pass(
      long left,
      long rowStep,
      long termStep,
      long packed,
      int depth,
      float beta,
      long out,
      long outStep) {
    long panel(int column) {
      return packed + (long) column / TILE_COLS * depth * TILE_BYTES;
    }
  }

  @Override
  public boolean elementsAreIndependent() {
    return true;
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
    long rowStep = transposeA ? 4 : 4L * strideA;
    long termStep = transposeA ? 4L * strideA : 4;
    long panels = Math.ceilDiv(n, TILE_COLS);
    try (var memory = scratch.borrow((TILE_ROWS + panels * DEPTH) * TILE_BYTES)) {
      long tile = memory.address();
      long packed = tile + TILE_ROWS * TILE_BYTES;
      for (int k = 0; k < inner; k += DEPTH) {
        int depth = Math.min(DEPTH, inner - k);
        float keep = k == 0 ? beta : 1;
        var pass =
            new Pass(a + k * termStep, rowStep, termStep, packed, depth, keep, c, 4L * strideC);
        pack(pass, transposeB, b + 4L * k * (transposeB ? 1 : strideB), 4L * strideB, n);
        for (int i = 0; i < m; i += TILE_ROWS) {
          multiplyRows(pass, i, Math.min(TILE_ROWS, m - i), n, tile);
        }
      }
    }
  }

  /** Multiplies all columns of a tile's rows. */
  private static void multiplyRows(Pass p, int row, int rows, int n, long tile) {
    long left = p.left + row * p.rowStep;
    for (int j = 0; j < n; j += TILE_COLS) {
      int cols = Math.min(TILE_COLS, n - j);
      long panel = p.panel(j);
      long target = p.out + row * p.outStep + 4L * j;
      if (p.beta == 0 && rows == TILE_ROWS && cols == TILE_COLS) {
        tile2(p, left, rows, panel, target, p.outStep);
        continue;
      }
      if (cols > LANES) {
        tile2(p, left, rows, panel, tile, TILE_BYTES);
      } else {
        tile1(p, left, rows, panel, tile, TILE_BYTES);
      }
      for (int r = 0; r < rows; r++) {
        VectorElements.add(1, tile + r * TILE_BYTES, p.beta, target + r * p.outStep, cols);
      }
    }
  }

  /** Six rows by two vectors. */
  private static void tile2(Pass p, long left, int rows, long panel, long out, long outStep) {
    long step = p.termStep;
    long a1 = left + Math.min(1, rows - 1) * p.rowStep;
    long a2 = left + Math.min(2, rows - 1) * p.rowStep;
    long a3 = left + Math.min(3, rows - 1) * p.rowStep;
    long a4 = left + Math.min(4, rows - 1) * p.rowStep;
    long a5 = left + Math.min(5, rows - 1) * p.rowStep;
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
    for (int k = 0; k < p.depth; k++) {
      FloatVector b0 = fromMemorySegment(FLOATS, ALL, panel + k * TILE_BYTES, ORDER);
      FloatVector b1 = fromMemorySegment(FLOATS, ALL, panel + k * TILE_BYTES + BYTES, ORDER);
      FloatVector v0 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, left + k * step));
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

  /** Six rows by one vector. */
  private static void tile1(Pass p, long left, int rows, long panel, long out, long outStep) {
    long step = p.termStep;
    long a1 = left + Math.min(1, rows - 1) * p.rowStep;
    long a2 = left + Math.min(2, rows - 1) * p.rowStep;
    long a3 = left + Math.min(3, rows - 1) * p.rowStep;
    long a4 = left + Math.min(4, rows - 1) * p.rowStep;
    long a5 = left + Math.min(5, rows - 1) * p.rowStep;
    FloatVector s00 = FloatVector.zero(FLOATS);
    FloatVector s10 = s00;
    FloatVector s20 = s00;
    FloatVector s30 = s00;
    FloatVector s40 = s00;
    FloatVector s50 = s00;
    for (int k = 0; k < p.depth; k++) {
      FloatVector b0 = fromMemorySegment(FLOATS, ALL, panel + k * TILE_BYTES, ORDER);
      FloatVector v0 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, left + k * step));
      s00 = v0.fma(b0, s00);
      FloatVector v1 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a1 + k * step));
      s10 = v1.fma(b0, s10);
      FloatVector v2 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a2 + k * step));
      s20 = v2.fma(b0, s20);
      FloatVector v3 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a3 + k * step));
      s30 = v3.fma(b0, s30);
      FloatVector v4 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a4 + k * step));
      s40 = v4.fma(b0, s40);
      FloatVector v5 = broadcast(FLOATS, ALL.get(JAVA_FLOAT_UNALIGNED, a5 + k * step));
      s50 = v5.fma(b0, s50);
    }
    s00.intoMemorySegment(ALL, out, ORDER);
    s10.intoMemorySegment(ALL, out + outStep, ORDER);
    s20.intoMemorySegment(ALL, out + 2 * outStep, ORDER);
    s30.intoMemorySegment(ALL, out + 3 * outStep, ORDER);
    s40.intoMemorySegment(ALL, out + 4 * outStep, ORDER);
    s50.intoMemorySegment(ALL, out + 5 * outStep, ORDER);
  }

  /** Copies the terms into panels; columns beyond the last are zero. */
  private static void pack(Pass p, boolean transposed, long right, long step, int n) {
    for (int j = 0; j < n; j += TILE_COLS) {
      int cols = Math.min(TILE_COLS, n - j);
      if (transposed) {
        packTransposed(right + j * step, step, p.depth, cols, p.panel(j));
      } else if (cols == TILE_COLS) {
        packWhole(right + 4L * j, step, p.depth, p.panel(j));
      } else {
        packPart(right + 4L * j, step, p.depth, cols, p.panel(j));
      }
    }
  }

  private static void packWhole(long right, long step, int depth, long panel) {
    for (int k = 0; k < depth; k++) {
      FloatVector b0 = fromMemorySegment(FLOATS, ALL, right + k * step, ORDER);
      FloatVector b1 = fromMemorySegment(FLOATS, ALL, right + k * step + BYTES, ORDER);
      b0.intoMemorySegment(ALL, panel + k * TILE_BYTES, ORDER);
      b1.intoMemorySegment(ALL, panel + k * TILE_BYTES + BYTES, ORDER);
    }
  }

  private static void packPart(long right, long step, int depth, int cols, long panel) {
    VectorMask<Float> first = FLOATS.indexInRange(0, cols);
    VectorMask<Float> second = FLOATS.indexInRange(LANES, cols);
    for (int k = 0; k < depth; k++) {
      FloatVector b0 = fromMemorySegment(FLOATS, ALL, right + k * step, ORDER, first);
      FloatVector b1 = fromMemorySegment(FLOATS, ALL, right + k * step + BYTES, ORDER, second);
      b0.intoMemorySegment(ALL, panel + k * TILE_BYTES, ORDER);
      b1.intoMemorySegment(ALL, panel + k * TILE_BYTES + BYTES, ORDER);
    }
  }

  private static void packTransposed(long right, long step, int depth, int cols, long panel) {
    for (int j = 0; j < TILE_COLS; j++) {
      long from = right + j * step;
      for (int k = 0; k < depth; k++) {
        setFloat(panel + k * TILE_BYTES + 4L * j, j < cols ? getFloat(from + 4L * k) : 0);
      }
    }
  }
}
