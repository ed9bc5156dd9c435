package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.getShort;
import static dev.atoll.tensor.cpu.NativeMemory.setFloat;
import static dev.atoll.tensor.cpu.NativeMemory.setShort;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.INTS;
import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static dev.atoll.tensor.cpu.VectorLanes.SHORTS;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;

import dev.atoll.tensor.DType;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Element-wise loops over {@code n} elements at given addresses: whole vectors, then one masked.
 * With {@code adds} the result is added to the old elements, without it these are not read.
 */
final class VectorElements {
  private VectorElements() {}

  static void fill(float value, long out, int n) {
    FloatVector v = broadcast(FLOATS, value);
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      v.intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
    if (i < n) {
      v.intoMemorySegment(ALL, out + 4L * i, ORDER, FLOATS.indexInRange(i, n));
    }
  }

  static void copy(long x, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER);
      v.intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
    if (i < n) {
      VectorMask<Float> tail = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, tail);
      v.intoMemorySegment(ALL, out + 4L * i, ORDER, tail);
    }
  }

  /** {@code out = alpha·x + beta·out}. */
  static void add(float alpha, long x, float beta, long out, int n) {
    if (beta == 0) {
      scale(alpha, x, out, n);
      return;
    }
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER);
      FloatVector old = fromMemorySegment(FLOATS, ALL, out + 4L * i, ORDER);
      v.fma(broadcast(FLOATS, alpha), old.mul(beta)).intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
    if (i < n) {
      VectorMask<Float> tail = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, tail);
      FloatVector old = fromMemorySegment(FLOATS, ALL, out + 4L * i, ORDER, tail);
      FloatVector sum = v.fma(broadcast(FLOATS, alpha), old.mul(beta));
      sum.intoMemorySegment(ALL, out + 4L * i, ORDER, tail);
    }
  }

  private static void scale(float alpha, long x, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER);
      v.mul(alpha).intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
    if (i < n) {
      VectorMask<Float> tail = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, tail);
      v.mul(alpha).intoMemorySegment(ALL, out + 4L * i, ORDER, tail);
    }
  }

  /** {@code out = x + y}. */
  static void sum(long x, long y, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER);
      FloatVector w = fromMemorySegment(FLOATS, ALL, y + 4L * i, ORDER);
      v.add(w).intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
    if (i < n) {
      VectorMask<Float> tail = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, tail);
      FloatVector w = fromMemorySegment(FLOATS, ALL, y + 4L * i, ORDER, tail);
      v.add(w).intoMemorySegment(ALL, out + 4L * i, ORDER, tail);
    }
  }

  /** {@code out = x ⊙ y}, or added to it. */
  static void multiply(long x, long y, boolean adds, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER);
      v = v.mul(fromMemorySegment(FLOATS, ALL, y + 4L * i, ORDER));
      v = adds ? v.add(fromMemorySegment(FLOATS, ALL, out + 4L * i, ORDER)) : v;
      v.intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
    if (i < n) {
      VectorMask<Float> tail = FLOATS.indexInRange(i, n);
      FloatVector v = fromMemorySegment(FLOATS, ALL, x + 4L * i, ORDER, tail);
      v = v.mul(fromMemorySegment(FLOATS, ALL, y + 4L * i, ORDER, tail));
      v = adds ? v.add(fromMemorySegment(FLOATS, ALL, out + 4L * i, ORDER, tail)) : v;
      v.intoMemorySegment(ALL, out + 4L * i, ORDER, tail);
    }
  }

  static void fillHalf(VectorLanes.Half half, float value, long out, int n) {
    short bits = half.narrow(value);
    ShortVector v = ShortVector.broadcast(SHORTS, bits);
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      v.intoMemorySegment(ALL, out + 2L * i, ORDER);
    }
    for (; i < n; i++) {
      setShort(out + 2L * i, bits);
    }
  }

  /**
   * A conversion to a 16-bit type.
   *
   * @param from the type of the source, or null for {@link DType#F32}
   */
  record Narrowing(VectorLanes.Half from, VectorLanes.Half to) {
    static Narrowing of(DType from, DType to) {
      return new Narrowing(
          from == DType.F32 ? null : VectorLanes.Half.of(from), VectorLanes.Half.of(to));
    }

    private float read(long x, int i) {
      return from == null ? getFloat(x + 4L * i) : from.widen(getShort(x + 2L * i));
    }
  }

  static void narrow(Narrowing types, long x, long out, int n) {
    for (int i = 0; i < n; i++) {
      setShort(out + 2L * i, types.to.narrow(types.read(x, i)));
    }
  }

  /** Copies elements of a 16-bit type. */
  static void widen(VectorLanes.Half half, long x, long out, int n) {
    int whole = n - n % LANES;
    widenWhole(half, x, 1, false, out, whole);
    for (int i = whole; i < n; i++) {
      setFloat(out + 4L * i, half.widen(getShort(x + 2L * i)));
    }
  }

  /** {@code out += factor·x}, with x of a 16-bit type. */
  static void addHalf(float factor, VectorLanes.Half half, long x, long out, int n) {
    int whole = n - n % LANES;
    widenWhole(half, x, factor, true, out, whole);
    for (int i = whole; i < n; i++) {
      float element = half.widen(getShort(x + 2L * i));
      setFloat(out + 4L * i, Math.fma(element, factor, getFloat(out + 4L * i)));
    }
  }

  /** {@code out = factor·x}, or added to it. */
  private static void widenWhole(
      VectorLanes.Half half, long x, float factor, boolean adds, long out, int n) {
    for (int i = 0; i < n; i += LANES) {
      ShortVector bits = ShortVector.fromMemorySegment(SHORTS, ALL, x + 2L * i, ORDER);
      var wide = (IntVector) bits.convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
      IntVector sign = wide.and(0x8000).lanewise(VectorOperators.LSHL, 16);
      IntVector magnitude = wide.and(0x7FFF).lanewise(VectorOperators.LSHL, half.shift());
      IntVector exponent =
          IntVector.zero(INTS)
              .blend(0x7F80_0000, magnitude.compare(VectorOperators.GE, half.infinity()));
      FloatVector scaled = magnitude.reinterpretAsFloats().mul(half.scale());
      FloatVector v = scaled.reinterpretAsInts().or(exponent).or(sign).reinterpretAsFloats();
      // To −0 any number can be added without a change.
      FloatVector old =
          adds ? fromMemorySegment(FLOATS, ALL, out + 4L * i, ORDER) : broadcast(FLOATS, -0f);
      v.fma(broadcast(FLOATS, factor), old).intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
  }
}
