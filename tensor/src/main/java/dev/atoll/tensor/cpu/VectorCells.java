package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Lanes.LANES;
import static dev.atoll.tensor.cpu.Lanes.ORDER;
import static dev.atoll.tensor.cpu.Lanes.all;
import static dev.atoll.tensor.cpu.Lanes.first;
import static dev.atoll.tensor.cpu.Lanes.load;
import static dev.atoll.tensor.cpu.Lanes.loadHalf;
import static dev.atoll.tensor.cpu.Lanes.store;
import static dev.atoll.tensor.cpu.RawMemory.ALL;
import static dev.atoll.tensor.cpu.RawMemory.getFloat;
import static dev.atoll.tensor.cpu.RawMemory.getShort;
import static dev.atoll.tensor.cpu.RawMemory.setFloat;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Element-wise loops over {@code n} cells at given addresses: whole vectors, then one masked. With
 * {@code adds} the result is added to what is there, without it what is there is not read.
 */
final class VectorCells {
  private VectorCells() {}

  static void fill(float value, long out, int n) {
    FloatVector v = all(value);
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      store(v, out + 4L * i);
    }
    if (i < n) {
      store(v, out + 4L * i, first(n - i));
    }
  }

  static void copy(long x, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      store(load(x + 4L * i), out + 4L * i);
    }
    if (i < n) {
      VectorMask<Float> tail = first(n - i);
      store(load(x + 4L * i, tail), out + 4L * i, tail);
    }
  }

  /** Copies cells of a 16-bit type. */
  static void widen(Lanes.Half half, long x, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      store(loadHalf(x + 2L * i, half), out + 4L * i);
    }
    for (; i < n; i++) {
      setFloat(out + 4L * i, half.widen(getShort(x + 2L * i)));
    }
  }

  /** {@code out = alpha·x + beta·out}. */
  static void add(float alpha, long x, float beta, long out, int n) {
    if (beta == 0) {
      scale(alpha, x, out, n);
      return;
    }
    FloatVector a = all(alpha);
    FloatVector b = all(beta);
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      long o = out + 4L * i;
      store(load(x + 4L * i).fma(a, load(o).mul(b)), o);
    }
    if (i < n) {
      VectorMask<Float> tail = first(n - i);
      long o = out + 4L * i;
      store(load(x + 4L * i, tail).fma(a, load(o, tail).mul(b)), o, tail);
    }
  }

  private static void scale(float alpha, long x, long out, int n) {
    FloatVector a = all(alpha);
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      store(load(x + 4L * i).mul(a), out + 4L * i);
    }
    if (i < n) {
      VectorMask<Float> tail = first(n - i);
      store(load(x + 4L * i, tail).mul(a), out + 4L * i, tail);
    }
  }

  /** {@code out = x + y}. */
  static void sum(long x, long y, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      store(load(x + 4L * i).add(load(y + 4L * i)), out + 4L * i);
    }
    if (i < n) {
      VectorMask<Float> tail = first(n - i);
      store(load(x + 4L * i, tail).add(load(y + 4L * i, tail)), out + 4L * i, tail);
    }
  }

  /** {@code out = x ⊙ y}, or added to it. */
  static void multiply(long x, long y, boolean adds, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      long o = out + 4L * i;
      FloatVector product = load(x + 4L * i).mul(load(y + 4L * i));
      store(adds ? product.add(load(o)) : product, o);
    }
    if (i < n) {
      VectorMask<Float> tail = first(n - i);
      long o = out + 4L * i;
      FloatVector product = load(x + 4L * i, tail).mul(load(y + 4L * i, tail));
      store(adds ? product.add(load(o, tail)) : product, o, tail);
    }
  }

  /** {@code out += factor·x}, with x of a 16-bit type. */
  static void addHalf(float factor, Lanes.Half half, long x, long out, int n) {
    FloatVector f = all(factor);
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector sum = loadHalf(x + 2L * i, half).fma(f, load(out + 4L * i));
      sum.intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
    for (; i < n; i++) {
      float cell = half.widen(getShort(x + 2L * i));
      setFloat(out + 4L * i, Math.fma(cell, factor, getFloat(out + 4L * i)));
    }
  }
}
