package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.getInt;
import static dev.atoll.tensor.cpu.NativeMemory.getLong;
import static dev.atoll.tensor.cpu.VectorLanes.BYTES;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * The inner loops of {@link SpmmTask}: one per number of vectors, because sums stay in registers
 * only as local variables. All old values of a row are read before the first is written, since
 * vectors may overlap.
 */
final class SpmmLanes {
  private SpmmLanes() {}

  /** Computes rows {@code [from, to)} of some columns. */
  static void multiply(SpmmTask t, SpmmPass p, int from, int to) {
    switch (p.vectors()) {
      case 1 -> rows1(t, p, from, to);
      case 2 -> rows2(t, p, from, to);
      case 4 -> rows4(t, p, from, to);
      case 8 -> rows8(t, p, from, to);
      case 16 -> rows16(t, p, from, to);
      default -> throw new AssertionError(p);
    }
  }

  private static void rows1(SpmmTask t, SpmmPass p, int from, int to) {
    VectorMask<Float> tail = FLOATS.indexInRange(0, p.tail());
    long rowStart = t.rowStart();
    long column = t.column();
    long x = t.x() + p.at();
    long xRowBytes = t.xRowBytes();
    boolean ones = t.isOnes();
    for (int r = from; r < to; r++) {
      float scale = t.rowScale(r);
      long o = t.out() + p.at() + r * t.outRowBytes();
      long end = getLong(rowStart + 8L * r + 8);
      FloatVector s0 = FloatVector.zero(FLOATS);
      for (long e = getLong(rowStart + 8L * r); e < end; e++) {
        int u = getInt(column + 4 * e);
        float value = ones ? 1 : t.value(e, u, p.valueAt());
        long a = x + u * xRowBytes;
        FloatVector v = FloatVector.broadcast(FLOATS, value);
        s0 = v.fma(fromMemorySegment(FLOATS, ALL, a, ORDER, tail), s0);
      }
      s0 = s0.mul(scale);
      if (t.adds()) {
        s0 = s0.add(fromMemorySegment(FLOATS, ALL, o, ORDER, tail));
      }
      s0.intoMemorySegment(ALL, o, ORDER, tail);
    }
  }

  private static void rows2(SpmmTask t, SpmmPass p, int from, int to) {
    VectorMask<Float> tail = FLOATS.indexInRange(0, p.tail());
    long rowStart = t.rowStart();
    long column = t.column();
    long x = t.x() + p.at();
    long xRowBytes = t.xRowBytes();
    boolean ones = t.isOnes();
    for (int r = from; r < to; r++) {
      float scale = t.rowScale(r);
      long o = t.out() + p.at() + r * t.outRowBytes();
      long end = getLong(rowStart + 8L * r + 8);
      FloatVector s0 = FloatVector.zero(FLOATS);
      FloatVector s1 = s0;
      for (long e = getLong(rowStart + 8L * r); e < end; e++) {
        int u = getInt(column + 4 * e);
        float value = ones ? 1 : t.value(e, u, p.valueAt());
        long a = x + u * xRowBytes;
        long b = a + p.shift();
        FloatVector v = FloatVector.broadcast(FLOATS, value);
        s0 = v.fma(fromMemorySegment(FLOATS, ALL, a, ORDER), s0);
        s1 = v.fma(fromMemorySegment(FLOATS, ALL, b, ORDER), s1);
      }
      long q = o + p.shift();
      s0 = s0.mul(scale);
      s1 = s1.mul(scale);
      if (t.adds()) {
        s0 = s0.add(fromMemorySegment(FLOATS, ALL, o, ORDER));
        s1 = s1.add(fromMemorySegment(FLOATS, ALL, q, ORDER, tail));
      }
      s0.intoMemorySegment(ALL, o, ORDER);
      s1.intoMemorySegment(ALL, q, ORDER, tail);
    }
  }

  private static void rows4(SpmmTask t, SpmmPass p, int from, int to) {
    VectorMask<Float> tail = FLOATS.indexInRange(0, p.tail());
    long rowStart = t.rowStart();
    long column = t.column();
    long x = t.x() + p.at();
    long xRowBytes = t.xRowBytes();
    boolean ones = t.isOnes();
    for (int r = from; r < to; r++) {
      float scale = t.rowScale(r);
      long o = t.out() + p.at() + r * t.outRowBytes();
      long end = getLong(rowStart + 8L * r + 8);
      FloatVector s0 = FloatVector.zero(FLOATS);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      for (long e = getLong(rowStart + 8L * r); e < end; e++) {
        int u = getInt(column + 4 * e);
        float value = ones ? 1 : t.value(e, u, p.valueAt());
        long a = x + u * xRowBytes;
        long b = a + p.shift();
        FloatVector v = FloatVector.broadcast(FLOATS, value);
        s0 = v.fma(fromMemorySegment(FLOATS, ALL, a, ORDER), s0);
        s1 = v.fma(fromMemorySegment(FLOATS, ALL, a + BYTES, ORDER), s1);
        s2 = v.fma(fromMemorySegment(FLOATS, ALL, b, ORDER), s2);
        s3 = v.fma(fromMemorySegment(FLOATS, ALL, b + BYTES, ORDER), s3);
      }
      long q = o + p.shift();
      s0 = s0.mul(scale);
      s1 = s1.mul(scale);
      s2 = s2.mul(scale);
      s3 = s3.mul(scale);
      if (t.adds()) {
        s0 = s0.add(fromMemorySegment(FLOATS, ALL, o, ORDER));
        s1 = s1.add(fromMemorySegment(FLOATS, ALL, o + BYTES, ORDER));
        s2 = s2.add(fromMemorySegment(FLOATS, ALL, q, ORDER));
        s3 = s3.add(fromMemorySegment(FLOATS, ALL, q + BYTES, ORDER, tail));
      }
      s0.intoMemorySegment(ALL, o, ORDER);
      s1.intoMemorySegment(ALL, o + BYTES, ORDER);
      s2.intoMemorySegment(ALL, q, ORDER);
      s3.intoMemorySegment(ALL, q + BYTES, ORDER, tail);
    }
  }

  private static void rows8(SpmmTask t, SpmmPass p, int from, int to) {
    VectorMask<Float> tail = FLOATS.indexInRange(0, p.tail());
    long rowStart = t.rowStart();
    long column = t.column();
    long x = t.x() + p.at();
    long xRowBytes = t.xRowBytes();
    boolean ones = t.isOnes();
    for (int r = from; r < to; r++) {
      float scale = t.rowScale(r);
      long o = t.out() + p.at() + r * t.outRowBytes();
      long end = getLong(rowStart + 8L * r + 8);
      FloatVector s0 = FloatVector.zero(FLOATS);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      FloatVector s4 = s0;
      FloatVector s5 = s0;
      FloatVector s6 = s0;
      FloatVector s7 = s0;
      for (long e = getLong(rowStart + 8L * r); e < end; e++) {
        int u = getInt(column + 4 * e);
        float value = ones ? 1 : t.value(e, u, p.valueAt());
        long a = x + u * xRowBytes;
        long b = a + p.shift();
        FloatVector v = FloatVector.broadcast(FLOATS, value);
        s0 = v.fma(fromMemorySegment(FLOATS, ALL, a, ORDER), s0);
        s1 = v.fma(fromMemorySegment(FLOATS, ALL, a + BYTES, ORDER), s1);
        s2 = v.fma(fromMemorySegment(FLOATS, ALL, a + 2 * BYTES, ORDER), s2);
        s3 = v.fma(fromMemorySegment(FLOATS, ALL, a + 3 * BYTES, ORDER), s3);
        s4 = v.fma(fromMemorySegment(FLOATS, ALL, b, ORDER), s4);
        s5 = v.fma(fromMemorySegment(FLOATS, ALL, b + BYTES, ORDER), s5);
        s6 = v.fma(fromMemorySegment(FLOATS, ALL, b + 2 * BYTES, ORDER), s6);
        s7 = v.fma(fromMemorySegment(FLOATS, ALL, b + 3 * BYTES, ORDER), s7);
      }
      long q = o + p.shift();
      s0 = s0.mul(scale);
      s1 = s1.mul(scale);
      s2 = s2.mul(scale);
      s3 = s3.mul(scale);
      s4 = s4.mul(scale);
      s5 = s5.mul(scale);
      s6 = s6.mul(scale);
      s7 = s7.mul(scale);
      if (t.adds()) {
        s0 = s0.add(fromMemorySegment(FLOATS, ALL, o, ORDER));
        s1 = s1.add(fromMemorySegment(FLOATS, ALL, o + BYTES, ORDER));
        s2 = s2.add(fromMemorySegment(FLOATS, ALL, o + 2 * BYTES, ORDER));
        s3 = s3.add(fromMemorySegment(FLOATS, ALL, o + 3 * BYTES, ORDER));
        s4 = s4.add(fromMemorySegment(FLOATS, ALL, q, ORDER));
        s5 = s5.add(fromMemorySegment(FLOATS, ALL, q + BYTES, ORDER));
        s6 = s6.add(fromMemorySegment(FLOATS, ALL, q + 2 * BYTES, ORDER));
        s7 = s7.add(fromMemorySegment(FLOATS, ALL, q + 3 * BYTES, ORDER, tail));
      }
      s0.intoMemorySegment(ALL, o, ORDER);
      s1.intoMemorySegment(ALL, o + BYTES, ORDER);
      s2.intoMemorySegment(ALL, o + 2 * BYTES, ORDER);
      s3.intoMemorySegment(ALL, o + 3 * BYTES, ORDER);
      s4.intoMemorySegment(ALL, q, ORDER);
      s5.intoMemorySegment(ALL, q + BYTES, ORDER);
      s6.intoMemorySegment(ALL, q + 2 * BYTES, ORDER);
      s7.intoMemorySegment(ALL, q + 3 * BYTES, ORDER, tail);
    }
  }

  private static void rows16(SpmmTask t, SpmmPass p, int from, int to) {
    VectorMask<Float> tail = FLOATS.indexInRange(0, p.tail());
    long rowStart = t.rowStart();
    long column = t.column();
    long x = t.x() + p.at();
    long xRowBytes = t.xRowBytes();
    boolean ones = t.isOnes();
    for (int r = from; r < to; r++) {
      float scale = t.rowScale(r);
      long o = t.out() + p.at() + r * t.outRowBytes();
      long end = getLong(rowStart + 8L * r + 8);
      FloatVector s0 = FloatVector.zero(FLOATS);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      FloatVector s4 = s0;
      FloatVector s5 = s0;
      FloatVector s6 = s0;
      FloatVector s7 = s0;
      FloatVector s8 = s0;
      FloatVector s9 = s0;
      FloatVector s10 = s0;
      FloatVector s11 = s0;
      FloatVector s12 = s0;
      FloatVector s13 = s0;
      FloatVector s14 = s0;
      FloatVector s15 = s0;
      for (long e = getLong(rowStart + 8L * r); e < end; e++) {
        int u = getInt(column + 4 * e);
        float value = ones ? 1 : t.value(e, u, p.valueAt());
        long a = x + u * xRowBytes;
        long b = a + p.shift();
        FloatVector v = FloatVector.broadcast(FLOATS, value);
        s0 = v.fma(fromMemorySegment(FLOATS, ALL, a, ORDER), s0);
        s1 = v.fma(fromMemorySegment(FLOATS, ALL, a + BYTES, ORDER), s1);
        s2 = v.fma(fromMemorySegment(FLOATS, ALL, a + 2 * BYTES, ORDER), s2);
        s3 = v.fma(fromMemorySegment(FLOATS, ALL, a + 3 * BYTES, ORDER), s3);
        s4 = v.fma(fromMemorySegment(FLOATS, ALL, a + 4 * BYTES, ORDER), s4);
        s5 = v.fma(fromMemorySegment(FLOATS, ALL, a + 5 * BYTES, ORDER), s5);
        s6 = v.fma(fromMemorySegment(FLOATS, ALL, a + 6 * BYTES, ORDER), s6);
        s7 = v.fma(fromMemorySegment(FLOATS, ALL, a + 7 * BYTES, ORDER), s7);
        s8 = v.fma(fromMemorySegment(FLOATS, ALL, b, ORDER), s8);
        s9 = v.fma(fromMemorySegment(FLOATS, ALL, b + BYTES, ORDER), s9);
        s10 = v.fma(fromMemorySegment(FLOATS, ALL, b + 2 * BYTES, ORDER), s10);
        s11 = v.fma(fromMemorySegment(FLOATS, ALL, b + 3 * BYTES, ORDER), s11);
        s12 = v.fma(fromMemorySegment(FLOATS, ALL, b + 4 * BYTES, ORDER), s12);
        s13 = v.fma(fromMemorySegment(FLOATS, ALL, b + 5 * BYTES, ORDER), s13);
        s14 = v.fma(fromMemorySegment(FLOATS, ALL, b + 6 * BYTES, ORDER), s14);
        s15 = v.fma(fromMemorySegment(FLOATS, ALL, b + 7 * BYTES, ORDER), s15);
      }
      long q = o + p.shift();
      s0 = s0.mul(scale);
      s1 = s1.mul(scale);
      s2 = s2.mul(scale);
      s3 = s3.mul(scale);
      s4 = s4.mul(scale);
      s5 = s5.mul(scale);
      s6 = s6.mul(scale);
      s7 = s7.mul(scale);
      s8 = s8.mul(scale);
      s9 = s9.mul(scale);
      s10 = s10.mul(scale);
      s11 = s11.mul(scale);
      s12 = s12.mul(scale);
      s13 = s13.mul(scale);
      s14 = s14.mul(scale);
      s15 = s15.mul(scale);
      if (t.adds()) {
        s0 = s0.add(fromMemorySegment(FLOATS, ALL, o, ORDER));
        s1 = s1.add(fromMemorySegment(FLOATS, ALL, o + BYTES, ORDER));
        s2 = s2.add(fromMemorySegment(FLOATS, ALL, o + 2 * BYTES, ORDER));
        s3 = s3.add(fromMemorySegment(FLOATS, ALL, o + 3 * BYTES, ORDER));
        s4 = s4.add(fromMemorySegment(FLOATS, ALL, o + 4 * BYTES, ORDER));
        s5 = s5.add(fromMemorySegment(FLOATS, ALL, o + 5 * BYTES, ORDER));
        s6 = s6.add(fromMemorySegment(FLOATS, ALL, o + 6 * BYTES, ORDER));
        s7 = s7.add(fromMemorySegment(FLOATS, ALL, o + 7 * BYTES, ORDER));
        s8 = s8.add(fromMemorySegment(FLOATS, ALL, q, ORDER));
        s9 = s9.add(fromMemorySegment(FLOATS, ALL, q + BYTES, ORDER));
        s10 = s10.add(fromMemorySegment(FLOATS, ALL, q + 2 * BYTES, ORDER));
        s11 = s11.add(fromMemorySegment(FLOATS, ALL, q + 3 * BYTES, ORDER));
        s12 = s12.add(fromMemorySegment(FLOATS, ALL, q + 4 * BYTES, ORDER));
        s13 = s13.add(fromMemorySegment(FLOATS, ALL, q + 5 * BYTES, ORDER));
        s14 = s14.add(fromMemorySegment(FLOATS, ALL, q + 6 * BYTES, ORDER));
        s15 = s15.add(fromMemorySegment(FLOATS, ALL, q + 7 * BYTES, ORDER, tail));
      }
      s0.intoMemorySegment(ALL, o, ORDER);
      s1.intoMemorySegment(ALL, o + BYTES, ORDER);
      s2.intoMemorySegment(ALL, o + 2 * BYTES, ORDER);
      s3.intoMemorySegment(ALL, o + 3 * BYTES, ORDER);
      s4.intoMemorySegment(ALL, o + 4 * BYTES, ORDER);
      s5.intoMemorySegment(ALL, o + 5 * BYTES, ORDER);
      s6.intoMemorySegment(ALL, o + 6 * BYTES, ORDER);
      s7.intoMemorySegment(ALL, o + 7 * BYTES, ORDER);
      s8.intoMemorySegment(ALL, q, ORDER);
      s9.intoMemorySegment(ALL, q + BYTES, ORDER);
      s10.intoMemorySegment(ALL, q + 2 * BYTES, ORDER);
      s11.intoMemorySegment(ALL, q + 3 * BYTES, ORDER);
      s12.intoMemorySegment(ALL, q + 4 * BYTES, ORDER);
      s13.intoMemorySegment(ALL, q + 5 * BYTES, ORDER);
      s14.intoMemorySegment(ALL, q + 6 * BYTES, ORDER);
      s15.intoMemorySegment(ALL, q + 7 * BYTES, ORDER, tail);
    }
  }
}
