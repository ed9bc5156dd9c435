package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.NONE;
import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.getInt;
import static dev.atoll.tensor.cpu.NativeMemory.setFloat;
import static dev.atoll.tensor.cpu.VectorLanes.BYTES;
import static dev.atoll.tensor.cpu.VectorLanes.BY_1;
import static dev.atoll.tensor.cpu.VectorLanes.BY_2;
import static dev.atoll.tensor.cpu.VectorLanes.BY_4;
import static dev.atoll.tensor.cpu.VectorLanes.BY_8;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.HALF;
import static dev.atoll.tensor.cpu.VectorLanes.INTS;
import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static dev.atoll.tensor.cpu.VectorLanes.SUMS;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;
import static jdk.incubator.vector.FloatVector.zero;

import dev.atoll.tensor.Dropout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Loops over the edges {@code [from, to)} of one row of a sparse matrix. */
final class VectorEdges {
  /**
   * The number of columns of a head whose products go into one sum: four vectors of the greatest
   * width.
   */
  private static final int DOT_COLUMNS = 4 * SUMS;

  private VectorEdges() {}

  /** {@code out[e] = dropout(weight[e])}; absent weights are 1. */
  static void drop(
      Dropout dropout, long rowState, long column, long weight, Operand out, long from, long to) {
    int threshold = dropout.threshold();
    float scale = dropout.scale();
    for (long e = from; e < to; e++) {
      int bits = Dropout.elementBits(rowState, getInt(column + 4 * e));
      boolean kept = Integer.compareUnsigned(bits, threshold) >= 0;
      float value = weight == NONE ? scale : scale * getFloat(weight + 4 * e);
      put(kept ? value : 0, false, out.row(e));
    }
  }

  /**
   * {@code out[e,h] = ⟨left[h,:], right[column(e),h,:]⟩}, or added to it, {@link #DOT_COLUMNS} at a
   * time. Up to four vectors of a head's columns of {@code left} stay in registers while all edges
   * pass by. {@code at} is the offset of these columns in a row, in bytes: operands of their own
   * per head would be objects on the heap.
   */
  static void dots(
      long column,
      long left,
      Operand right,
      int heads,
      int width,
      boolean adds,
      Operand out,
      long from,
      long to) {
    for (int h = 0; h < heads; h++) {
      for (int c = 0; c < width; c += DOT_COLUMNS) {
        long at = 4L * (h * width + c);
        int n = Math.min(DOT_COLUMNS, width - c);
        if (n <= LANES) {
          dots1(column, left, right, at, n, adds || c > 0, out, h, from, to);
        } else if (n <= 2 * LANES) {
          dots2(column, left, right, at, n, adds || c > 0, out, h, from, to);
        } else if (n <= 4 * LANES) {
          dots4(column, left, right, at, n, adds || c > 0, out, h, from, to);
        } else {
          dotsOfMany(column, left, right, at, n, adds || c > 0, out, h, from, to);
        }
      }
    }
  }

  private static void dots1(
      long column,
      long left,
      Operand right,
      long at,
      int n,
      boolean adds,
      Operand out,
      int head,
      long from,
      long to) {
    VectorMask<Float> tail = FLOATS.indexInRange(0, n);
    FloatVector own = fromMemorySegment(FLOATS, ALL, left + at, ORDER, tail);
    for (long e = from; e < to; e++) {
      long r = right.row(getInt(column + 4 * e)) + at;
      FloatVector sum = own.mul(fromMemorySegment(FLOATS, ALL, r, ORDER, tail));
      sum = LANES == SUMS ? sum : sum.add(0);
      sum = LANES > 8 ? sum.add(sum.rearrange(BY_8)) : sum;
      sum = LANES > 4 ? sum.add(sum.rearrange(BY_4)) : sum;
      sum = LANES > 2 ? sum.add(sum.rearrange(BY_2)) : sum;
      put(sum.add(sum.rearrange(BY_1)).lane(0), adds, out.element(e, head));
    }
  }

  private static void dots2(
      long column,
      long left,
      Operand right,
      long at,
      int n,
      boolean adds,
      Operand out,
      int head,
      long from,
      long to) {
    VectorMask<Float> tail = FLOATS.indexInRange(LANES, n);
    FloatVector own0 = fromMemorySegment(FLOATS, ALL, left + at, ORDER);
    FloatVector own1 = fromMemorySegment(FLOATS, ALL, left + at + BYTES, ORDER, tail);
    for (long e = from; e < to; e++) {
      long r = right.row(getInt(column + 4 * e)) + at;
      FloatVector p = own0.mul(fromMemorySegment(FLOATS, ALL, r, ORDER));
      FloatVector r1 = fromMemorySegment(FLOATS, ALL, r + BYTES, ORDER, tail);
      FloatVector sum;
      if (LANES == SUMS) {
        sum = own1.fma(r1, p);
      } else if (LANES == HALF) {
        sum = p.add(own1.mul(r1));
      } else {
        sum = p.add(0).add(own1.mul(r1).add(0));
      }
      sum = LANES > 8 ? sum.add(sum.rearrange(BY_8)) : sum;
      sum = LANES > 4 ? sum.add(sum.rearrange(BY_4)) : sum;
      sum = LANES > 2 ? sum.add(sum.rearrange(BY_2)) : sum;
      put(sum.add(sum.rearrange(BY_1)).lane(0), adds, out.element(e, head));
    }
  }

  private static void dots4(
      long column,
      long left,
      Operand right,
      long at,
      int n,
      boolean adds,
      Operand out,
      int head,
      long from,
      long to) {
    VectorMask<Float> third = FLOATS.indexInRange(2 * LANES, n);
    VectorMask<Float> fourth = FLOATS.indexInRange(3 * LANES, n);
    FloatVector own0 = fromMemorySegment(FLOATS, ALL, left + at, ORDER);
    FloatVector own1 = fromMemorySegment(FLOATS, ALL, left + at + BYTES, ORDER);
    FloatVector own2 = fromMemorySegment(FLOATS, ALL, left + at + 2 * BYTES, ORDER, third);
    FloatVector own3 = fromMemorySegment(FLOATS, ALL, left + at + 3 * BYTES, ORDER, fourth);
    for (long e = from; e < to; e++) {
      long r = right.row(getInt(column + 4 * e)) + at;
      FloatVector p = own0.mul(fromMemorySegment(FLOATS, ALL, r, ORDER));
      FloatVector r1 = fromMemorySegment(FLOATS, ALL, r + BYTES, ORDER);
      FloatVector r2 = fromMemorySegment(FLOATS, ALL, r + 2 * BYTES, ORDER, third);
      FloatVector r3 = fromMemorySegment(FLOATS, ALL, r + 3 * BYTES, ORDER, fourth);
      FloatVector sum;
      if (LANES == SUMS) {
        sum = own3.fma(r3, own2.fma(r2, own1.fma(r1, p)));
      } else if (LANES == HALF) {
        sum = own2.fma(r2, p).add(own3.fma(r3, own1.mul(r1)));
      } else {
        sum = p.add(own2.mul(r2)).add(own1.mul(r1).add(own3.mul(r3)));
      }
      sum = LANES > 8 ? sum.add(sum.rearrange(BY_8)) : sum;
      sum = LANES > 4 ? sum.add(sum.rearrange(BY_4)) : sum;
      sum = LANES > 2 ? sum.add(sum.rearrange(BY_2)) : sum;
      put(sum.add(sum.rearrange(BY_1)).lane(0), adds, out.element(e, head));
    }
  }

  private static void dotsOfMany(
      long column,
      long left,
      Operand right,
      long at,
      int n,
      boolean adds,
      Operand out,
      int head,
      long from,
      long to) {
    // As many products as the widest vectors would make, zeros among them.
    int columns = n <= 2 * SUMS ? n : DOT_COLUMNS;
    for (long e = from; e < to; e++) {
      long r = right.row(getInt(column + 4 * e)) + at;
      put(VectorRows.dot(left + at, r, n, columns, -0f), adds, out.element(e, head));
    }
  }

  private static void put(float value, boolean adds, long out) {
    setFloat(out, adds ? value + getFloat(out) : value);
  }

  /** {@code out[e,:] = left + right[column(e),:]}. */
  static void sums(
      long column, long left, Operand right, Operand out, int heads, long from, long to) {
    for (int h = 0; h < heads; h += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(h, heads);
      FloatVector own = fromMemorySegment(FLOATS, ALL, left + 4L * h, ORDER, within);
      for (long e = from; e < to; e++) {
        long r = right.row(getInt(column + 4 * e)) + 4L * h;
        FloatVector sum = own.add(fromMemorySegment(FLOATS, ALL, r, ORDER, within));
        sum.intoMemorySegment(ALL, out.row(e) + 4L * h, ORDER, within);
      }
    }
  }

  /** {@code out = Σ_e values[edge(e),:]}, or added to it. */
  static void sum(
      Operand values, long edgeOf, boolean adds, long out, int heads, long from, long to) {
    for (int h = 0; h < heads; h += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(h, heads);
      FloatVector sum = zero(FLOATS);
      for (long e = from; e < to; e++) {
        long edge = edgeOf == NONE ? e : getInt(edgeOf + 4 * e);
        long at = values.row(edge) + 4L * h;
        sum = sum.add(fromMemorySegment(FLOATS, ALL, at, ORDER, within));
      }
      sum = adds ? sum.add(fromMemorySegment(FLOATS, ALL, out + 4L * h, ORDER, within)) : sum;
      sum.intoMemorySegment(ALL, out + 4L * h, ORDER, within);
    }
  }

  /**
   * The largest value over the sources per column, 0 without sources, and the source that has it,
   * −1 without sources.
   */
  static void max(long column, Operand x, long out, long argmax, int cols, long from, long to) {
    if (from == to) {
      VectorElements.fill(0, out, cols);
      VectorElements.fill(Float.intBitsToFloat(-1), argmax, cols);
      return;
    }
    for (int c = 0; c < cols; c += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(c, cols);
      int u = getInt(column + 4 * from);
      FloatVector best = fromMemorySegment(FLOATS, ALL, x.row(u) + 4L * c, ORDER, within);
      IntVector chosen = IntVector.broadcast(INTS, u);
      for (long e = from + 1; e < to; e++) {
        u = getInt(column + 4 * e);
        FloatVector candidate = fromMemorySegment(FLOATS, ALL, x.row(u) + 4L * c, ORDER, within);
        VectorMask<Float> better = candidate.compare(VectorOperators.GT, best);
        best = best.blend(candidate, better);
        chosen = chosen.blend(u, better.cast(INTS));
      }
      best.intoMemorySegment(ALL, out + 4L * c, ORDER, within);
      chosen.reinterpretAsFloats().intoMemorySegment(ALL, argmax + 4L * c, ORDER, within);
    }
  }

  /** {@code gradIn = Σ_v [argmax[v,:] = u]·gradOut[v,:]}, or added to it. */
  static void maxBack(
      int u,
      long column,
      Operand argmax,
      Operand gradOut,
      boolean adds,
      long gradIn,
      int cols,
      long from,
      long to) {
    for (int c = 0; c < cols; c += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(c, cols);
      FloatVector sum = zero(FLOATS);
      int last = -1;
      for (long e = from; e < to; e++) {
        int v = getInt(column + 4 * e);
        // Repeats of an edge are adjacent, and v chose u once.
        if (v != last) {
          FloatVector chosen =
              fromMemorySegment(FLOATS, ALL, argmax.row(v) + 4L * c, ORDER, within);
          VectorMask<Float> mine =
              chosen.reinterpretAsInts().compare(VectorOperators.EQ, u).cast(FLOATS);
          FloatVector g = fromMemorySegment(FLOATS, ALL, gradOut.row(v) + 4L * c, ORDER, within);
          sum = sum.add(g, mine);
        }
        last = v;
      }
      sum = adds ? sum.add(fromMemorySegment(FLOATS, ALL, gradIn + 4L * c, ORDER, within)) : sum;
      sum.intoMemorySegment(ALL, gradIn + 4L * c, ORDER, within);
    }
  }

  /**
   * The first step of the softmax of a row's {@code n} values, with heads interleaved as in {@code
   * heads}: subtracts the largest value of each head.
   */
  static void subtractMax(long values, long out, HeadLanes heads, long n) {
    for (int first = 0; first < heads.stride(); first += LANES) {
      subtractMax(values, out, heads, first, n);
    }
  }

  /** The last step of the softmax: divides powers by their sum, head by head. */
  static void divideBySum(long out, HeadLanes heads, long n) {
    for (int first = 0; first < heads.stride(); first += LANES) {
      divideBySum(out, heads, first, n);
    }
  }

  /** Subtracts the maximum of each head in the vector of heads that begins at {@code first}. */
  private static void subtractMax(long values, long out, HeadLanes heads, int first, long n) {
    FloatVector max = broadcast(FLOATS, Float.NEGATIVE_INFINITY);
    for (long i = first; i < n; i += heads.step()) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(i, n));
      FloatVector v = fromMemorySegment(FLOATS, ALL, values + 4 * i, ORDER, within);
      max = max.lanewise(VectorOperators.MAX, v, within);
    }
    int stride = heads.stride();
    max = LANES > 8 && stride <= 8 ? max.max(max.rearrange(BY_8)) : max;
    max = LANES > 4 && stride <= 4 ? max.max(max.rearrange(BY_4)) : max;
    max = LANES > 2 && stride <= 2 ? max.max(max.rearrange(BY_2)) : max;
    max = stride <= 1 ? max.max(max.rearrange(BY_1)) : max;
    for (long i = first; i < n; i += heads.step()) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(i, n));
      FloatVector v = fromMemorySegment(FLOATS, ALL, values + 4 * i, ORDER, within);
      v.sub(max).intoMemorySegment(ALL, out + 4 * i, ORDER, within);
    }
  }

  /** Sums are taken as in {@link VectorRows}, as far as these are sums of one head. */
  private static void divideBySum(long out, HeadLanes heads, int first, long n) {
    FloatVector total = zero(FLOATS);
    for (int quarter = first; quarter == first || quarter < HALF; quarter += heads.step()) {
      FloatVector half = zero(FLOATS);
      for (int part = quarter; part < SUMS; part += Math.max(HALF, heads.step())) {
        FloatVector sum = zero(FLOATS);
        for (long i = part; i < n; i += SUMS) {
          VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(i, n));
          sum = sum.add(fromMemorySegment(FLOATS, ALL, out + 4 * i, ORDER, within));
        }
        half = half.add(sum);
      }
      total = total.add(half);
    }
    int stride = heads.stride();
    total = LANES > 8 && stride <= 8 ? total.add(total.rearrange(BY_8)) : total;
    total = LANES > 4 && stride <= 4 ? total.add(total.rearrange(BY_4)) : total;
    total = LANES > 2 && stride <= 2 ? total.add(total.rearrange(BY_2)) : total;
    total = stride <= 1 ? total.add(total.rearrange(BY_1)) : total;
    FloatVector share = broadcast(FLOATS, 1).div(total);
    for (long i = first; i < n; i += heads.step()) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(i, n));
      FloatVector v = fromMemorySegment(FLOATS, ALL, out + 4 * i, ORDER, within);
      v.mul(share).intoMemorySegment(ALL, out + 4 * i, ORDER, within);
    }
  }

  /** {@code gradIn = out ⊙ (gradOut − Σ out·gradOut)} for a row's {@code n} values. */
  static void softmaxBack(long out, long gradOut, long gradIn, HeadLanes heads, long n) {
    for (int first = 0; first < heads.stride(); first += LANES) {
      softmaxBack(out, gradOut, gradIn, heads, first, n);
    }
  }

  private static void softmaxBack(
      long out, long gradOut, long gradIn, HeadLanes heads, int first, long n) {
    FloatVector total = zero(FLOATS);
    for (int quarter = first; quarter == first || quarter < HALF; quarter += heads.step()) {
      FloatVector half = zero(FLOATS);
      for (int part = quarter; part < SUMS; part += Math.max(HALF, heads.step())) {
        FloatVector sum = zero(FLOATS);
        for (long i = part; i < n; i += SUMS) {
          VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(i, n));
          FloatVector v = fromMemorySegment(FLOATS, ALL, out + 4 * i, ORDER, within);
          sum = v.fma(fromMemorySegment(FLOATS, ALL, gradOut + 4 * i, ORDER, within), sum);
        }
        half = half.add(sum);
      }
      total = total.add(half);
    }
    int stride = heads.stride();
    total = LANES > 8 && stride <= 8 ? total.add(total.rearrange(BY_8)) : total;
    total = LANES > 4 && stride <= 4 ? total.add(total.rearrange(BY_4)) : total;
    total = LANES > 2 && stride <= 2 ? total.add(total.rearrange(BY_2)) : total;
    total = stride <= 1 ? total.add(total.rearrange(BY_1)) : total;
    for (long i = first; i < n; i += heads.step()) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(i, n));
      FloatVector v = fromMemorySegment(FLOATS, ALL, out + 4 * i, ORDER, within);
      FloatVector g = fromMemorySegment(FLOATS, ALL, gradOut + 4 * i, ORDER, within);
      v.mul(g.sub(total)).intoMemorySegment(ALL, gradIn + 4 * i, ORDER, within);
    }
  }
}
