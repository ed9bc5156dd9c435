package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.Matrix.LANE_ELEMENTS;
import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.getInt;
import static dev.atoll.tensor.cpu.NativeMemory.getLong;
import static dev.atoll.tensor.cpu.VectorBf16.PAIR_COLUMNS;
import static dev.atoll.tensor.cpu.VectorBf16.UPPER;
import static dev.atoll.tensor.cpu.VectorLanes.BYTES;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.INTS;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;
import static jdk.incubator.vector.VectorOperators.LSHL;

import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * The inner loops of {@link SpmmTask} for bfloat16 operands: two columns a lane, as in {@link
 * VectorBf16#split}. Sums are F32, in registers, one loop per number of vectors. They start from
 * the content of {@code sums} if the product is added to it, and are stored there.
 */
final class SpmmPairs {
  /** Vectors whose sums, two each, stay in registers. */
  private static final int MOST_VECTORS = 4;

  /** The most that {@link Pass#sumBytes} can be. */
  static final long MOST_SUM_BYTES = 2L * MOST_VECTORS * BYTES;

  private SpmmPairs() {}

  /**
   * A range of columns of a product: {@code vectors} (a power of two) in two halves, of which the
   * second may overlap the first, as in {@link SpmmPass}.
   *
   * @param first bytes from the start of a row to the first column
   * @param shift bytes from the first half to the second
   * @param bytes of the columns that are written
   * @param spills whether vectors reach beyond these columns, into the padding of a row
   */
  record Pass(int vectors, long first, long shift, long bytes, boolean spills) {
    /** Bytes from the start of a row to a vector. */
    long at(int vector) {
      int half = vectors / 2;
      return first + (vector < half ? vector * BYTES : shift + (vector - half) * BYTES);
    }

    /** Bytes of a row's sums. */
    long sumBytes() {
      return 2L * vectors * BYTES;
    }
  }

  /**
   * The passes over this number of columns, {@link VectorBf16#PAIR_COLUMNS} or more.
   *
   * @param readable elements that may be read from the start of the last row on
   */
  static List<Pass> plan(int columns, long readable) {
    var passes = new ArrayList<Pass>();
    for (int done = 0; done < columns; ) {
      int left = columns - done;
      int width = Math.min(left, MOST_VECTORS * PAIR_COLUMNS);
      if (left > width && left - width < PAIR_COLUMNS) {
        width -= PAIR_COLUMNS;
      }
      // Up to the padding's end vectors cross fewer cache lines.
      int padded = Math.ceilDiv(width, LANE_ELEMENTS) * LANE_ELEMENTS;
      int span = done + padded <= readable ? padded : width;
      int needed = Math.ceilDiv(span, PAIR_COLUMNS);
      int vectors = needed == 1 ? 1 : Integer.highestOneBit(needed - 1) << 1;
      int shift = span - Math.ceilDiv(vectors, 2) * PAIR_COLUMNS;
      passes.add(new Pass(vectors, 2L * done, 2L * shift, 2L * width, span > width));
      done += width;
    }
    return passes;
  }

  /** Computes the sums of rows {@code [from, to)}, one row after the other. */
  static void multiply(SpmmTask t, Pass p, int from, int to, long sums) {
    switch (p.vectors()) {
      case 1 -> rows1(t, p, from, to, sums);
      case 2 -> rows2(t, p, from, to, sums);
      case 4 -> rows4(t, p, from, to, sums);
      default -> throw new AssertionError(p);
    }
  }

  private static void rows1(SpmmTask t, Pass p, int from, int to, long sums) {
    long rowStart = t.rowStart();
    long column = t.column();
    long x = t.x() + p.first();
    long xRowBytes = t.xRowBytes();
    boolean ones = t.isOnes();
    for (int r = from; r < to; r++) {
      float scale = t.rowScale(r);
      long s = sums + (r - from) * p.sumBytes();
      long end = getLong(rowStart + 8L * r + 8);
      FloatVector s0 = FloatVector.zero(FLOATS);
      FloatVector s1 = s0;
      if (t.adds()) {
        s0 = fromMemorySegment(FLOATS, ALL, s, ORDER);
        s1 = fromMemorySegment(FLOATS, ALL, s + BYTES, ORDER);
      }
      for (long e = getLong(rowStart + 8L * r); e < end; e++) {
        int u = getInt(column + 4 * e);
        FloatVector v = broadcast(FLOATS, ones ? scale : scale * t.value(e, u, 0));
        IntVector a = IntVector.fromMemorySegment(INTS, ALL, x + u * xRowBytes, ORDER);
        s0 = a.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, s0);
        s1 = a.and(UPPER).reinterpretAsFloats().fma(v, s1);
      }
      s0.intoMemorySegment(ALL, s, ORDER);
      s1.intoMemorySegment(ALL, s + BYTES, ORDER);
    }
  }

  private static void rows2(SpmmTask t, Pass p, int from, int to, long sums) {
    long rowStart = t.rowStart();
    long column = t.column();
    long x = t.x() + p.first();
    long xRowBytes = t.xRowBytes();
    boolean ones = t.isOnes();
    for (int r = from; r < to; r++) {
      float scale = t.rowScale(r);
      long s = sums + (r - from) * p.sumBytes();
      long end = getLong(rowStart + 8L * r + 8);
      FloatVector s0 = FloatVector.zero(FLOATS);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      if (t.adds()) {
        s0 = fromMemorySegment(FLOATS, ALL, s, ORDER);
        s1 = fromMemorySegment(FLOATS, ALL, s + BYTES, ORDER);
        s2 = fromMemorySegment(FLOATS, ALL, s + 2 * BYTES, ORDER);
        s3 = fromMemorySegment(FLOATS, ALL, s + 3 * BYTES, ORDER);
      }
      for (long e = getLong(rowStart + 8L * r); e < end; e++) {
        int u = getInt(column + 4 * e);
        FloatVector v = broadcast(FLOATS, ones ? scale : scale * t.value(e, u, 0));
        long row = x + u * xRowBytes;
        IntVector a = IntVector.fromMemorySegment(INTS, ALL, row, ORDER);
        s0 = a.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, s0);
        s1 = a.and(UPPER).reinterpretAsFloats().fma(v, s1);
        IntVector b = IntVector.fromMemorySegment(INTS, ALL, row + p.shift(), ORDER);
        s2 = b.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, s2);
        s3 = b.and(UPPER).reinterpretAsFloats().fma(v, s3);
      }
      s0.intoMemorySegment(ALL, s, ORDER);
      s1.intoMemorySegment(ALL, s + BYTES, ORDER);
      s2.intoMemorySegment(ALL, s + 2 * BYTES, ORDER);
      s3.intoMemorySegment(ALL, s + 3 * BYTES, ORDER);
    }
  }

  private static void rows4(SpmmTask t, Pass p, int from, int to, long sums) {
    long rowStart = t.rowStart();
    long column = t.column();
    long x = t.x() + p.first();
    long xRowBytes = t.xRowBytes();
    boolean ones = t.isOnes();
    for (int r = from; r < to; r++) {
      float scale = t.rowScale(r);
      long s = sums + (r - from) * p.sumBytes();
      long end = getLong(rowStart + 8L * r + 8);
      FloatVector s0 = FloatVector.zero(FLOATS);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      FloatVector s4 = s0;
      FloatVector s5 = s0;
      FloatVector s6 = s0;
      FloatVector s7 = s0;
      if (t.adds()) {
        s0 = fromMemorySegment(FLOATS, ALL, s, ORDER);
        s1 = fromMemorySegment(FLOATS, ALL, s + BYTES, ORDER);
        s2 = fromMemorySegment(FLOATS, ALL, s + 2 * BYTES, ORDER);
        s3 = fromMemorySegment(FLOATS, ALL, s + 3 * BYTES, ORDER);
        s4 = fromMemorySegment(FLOATS, ALL, s + 4 * BYTES, ORDER);
        s5 = fromMemorySegment(FLOATS, ALL, s + 5 * BYTES, ORDER);
        s6 = fromMemorySegment(FLOATS, ALL, s + 6 * BYTES, ORDER);
        s7 = fromMemorySegment(FLOATS, ALL, s + 7 * BYTES, ORDER);
      }
      for (long e = getLong(rowStart + 8L * r); e < end; e++) {
        int u = getInt(column + 4 * e);
        FloatVector v = broadcast(FLOATS, ones ? scale : scale * t.value(e, u, 0));
        long row = x + u * xRowBytes;
        long far = row + p.shift();
        IntVector a = IntVector.fromMemorySegment(INTS, ALL, row, ORDER);
        s0 = a.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, s0);
        s1 = a.and(UPPER).reinterpretAsFloats().fma(v, s1);
        IntVector b = IntVector.fromMemorySegment(INTS, ALL, row + BYTES, ORDER);
        s2 = b.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, s2);
        s3 = b.and(UPPER).reinterpretAsFloats().fma(v, s3);
        IntVector c = IntVector.fromMemorySegment(INTS, ALL, far, ORDER);
        s4 = c.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, s4);
        s5 = c.and(UPPER).reinterpretAsFloats().fma(v, s5);
        IntVector d = IntVector.fromMemorySegment(INTS, ALL, far + BYTES, ORDER);
        s6 = d.lanewise(LSHL, 16).reinterpretAsFloats().fma(v, s6);
        s7 = d.and(UPPER).reinterpretAsFloats().fma(v, s7);
      }
      s0.intoMemorySegment(ALL, s, ORDER);
      s1.intoMemorySegment(ALL, s + BYTES, ORDER);
      s2.intoMemorySegment(ALL, s + 2 * BYTES, ORDER);
      s3.intoMemorySegment(ALL, s + 3 * BYTES, ORDER);
      s4.intoMemorySegment(ALL, s + 4 * BYTES, ORDER);
      s5.intoMemorySegment(ALL, s + 5 * BYTES, ORDER);
      s6.intoMemorySegment(ALL, s + 6 * BYTES, ORDER);
      s7.intoMemorySegment(ALL, s + 7 * BYTES, ORDER);
    }
  }
}
