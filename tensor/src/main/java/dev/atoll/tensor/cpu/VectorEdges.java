package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Lanes.BYTES;
import static dev.atoll.tensor.cpu.Lanes.FLOATS;
import static dev.atoll.tensor.cpu.Lanes.INTS;
import static dev.atoll.tensor.cpu.Lanes.LANES;
import static dev.atoll.tensor.cpu.Lanes.ORDER;
import static dev.atoll.tensor.cpu.Lanes.all;
import static dev.atoll.tensor.cpu.Lanes.first;
import static dev.atoll.tensor.cpu.Lanes.load;
import static dev.atoll.tensor.cpu.Lanes.loadInts;
import static dev.atoll.tensor.cpu.Lanes.store;
import static dev.atoll.tensor.cpu.Lanes.zero;
import static dev.atoll.tensor.cpu.RawMemory.ALL;
import static dev.atoll.tensor.cpu.RawMemory.NONE;
import static dev.atoll.tensor.cpu.RawMemory.getFloat;
import static dev.atoll.tensor.cpu.RawMemory.getInt;
import static dev.atoll.tensor.cpu.RawMemory.setFloat;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Loops over the cells {@code [from, to)} of one row of a sparse matrix. */
final class VectorEdges {
  private VectorEdges() {}

  /**
   * {@code out[e,h] = ⟨left[h,:], right[column(e),h,:]⟩}, or added to it. A head's part of {@code
   * left} stays in registers while all cells pass by, up to four vectors of it at a time.
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
      for (int c = 0; c < width; c += 4 * LANES) {
        long at = 4L * (h * width + c);
        var source = new Operand(right.base() + at, right.rowBytes());
        var target = new Operand(out.base() + 4L * h, out.rowBytes());
        int n = width - c;
        if (n <= LANES) {
          dots1(column, left + at, source, n, adds || c > 0, target, from, to);
        } else if (n <= 2 * LANES) {
          dots2(column, left + at, source, n, adds || c > 0, target, from, to);
        } else {
          dots4(column, left + at, source, n, adds || c > 0, target, from, to);
        }
      }
    }
  }

  private static void dots1(
      long column, long left, Operand right, int n, boolean adds, Operand out, long from, long to) {
    VectorMask<Float> tail = first(n);
    FloatVector own = load(left, tail);
    for (long e = from; e < to; e++) {
      FloatVector sum = own.mul(load(right.row(getInt(column + 4 * e)), tail));
      put(Lanes.sum(sum), adds, out.row(e));
    }
  }

  private static void dots2(
      long column, long left, Operand right, int n, boolean adds, Operand out, long from, long to) {
    VectorMask<Float> tail = first(n - LANES);
    FloatVector own0 = load(left);
    FloatVector own1 = load(left + BYTES, tail);
    for (long e = from; e < to; e++) {
      long r = right.row(getInt(column + 4 * e));
      FloatVector sum = own0.mul(load(r));
      sum = own1.fma(load(r + BYTES, tail), sum);
      put(Lanes.sum(sum), adds, out.row(e));
    }
  }

  private static void dots4(
      long column, long left, Operand right, int n, boolean adds, Operand out, long from, long to) {
    VectorMask<Float> third = first(n - 2 * LANES);
    VectorMask<Float> fourth = first(Math.max(0, n - 3 * LANES));
    FloatVector own0 = load(left);
    FloatVector own1 = load(left + BYTES);
    FloatVector own2 = load(left + 2 * BYTES, third);
    FloatVector own3 = load(left + 3 * BYTES, fourth);
    for (long e = from; e < to; e++) {
      long r = right.row(getInt(column + 4 * e));
      FloatVector sum = own0.mul(load(r));
      sum = own1.fma(load(r + BYTES), sum);
      sum = own2.fma(load(r + 2 * BYTES, third), sum);
      sum = own3.fma(load(r + 3 * BYTES, fourth), sum);
      put(Lanes.sum(sum), adds, out.row(e));
    }
  }

  private static void put(float value, boolean adds, long out) {
    setFloat(out, adds ? value + getFloat(out) : value);
  }

  /** {@code out[e,:] = left + right[column(e),:]}. */
  static void sums(
      long column, long left, Operand right, Operand out, int heads, long from, long to) {
    for (int h = 0; h < heads; h += LANES) {
      VectorMask<Float> within = first(heads - h);
      FloatVector own = load(left + 4L * h, within);
      for (long e = from; e < to; e++) {
        FloatVector other = load(right.row(getInt(column + 4 * e)) + 4L * h, within);
        store(own.add(other), out.row(e) + 4L * h, within);
      }
    }
  }

  /** {@code out = Σ_e values[cell(e),:]}, or added to it. */
  static void sum(
      Operand values, long cellOf, boolean adds, long out, int heads, long from, long to) {
    for (int h = 0; h < heads; h += LANES) {
      VectorMask<Float> within = first(heads - h);
      FloatVector sum = zero();
      for (long e = from; e < to; e++) {
        long cell = cellOf == NONE ? e : getInt(cellOf + 4 * e);
        sum = sum.add(load(values.row(cell) + 4L * h, within));
      }
      store(adds ? sum.add(load(out + 4L * h, within)) : sum, out + 4L * h, within);
    }
  }

  /** The largest source per column, 0 where there is none, and which it was, −1 likewise. */
  static void max(long column, Operand x, long out, long argmax, int cols, long from, long to) {
    if (from == to) {
      VectorCells.fill(0, out, cols);
      VectorCells.fill(Float.intBitsToFloat(-1), argmax, cols);
      return;
    }
    for (int c = 0; c < cols; c += LANES) {
      VectorMask<Float> within = first(cols - c);
      int u = getInt(column + 4 * from);
      FloatVector best = load(x.row(u) + 4L * c, within);
      IntVector chosen = IntVector.broadcast(INTS, u);
      for (long e = from + 1; e < to; e++) {
        u = getInt(column + 4 * e);
        FloatVector candidate = load(x.row(u) + 4L * c, within);
        VectorMask<Float> better = candidate.compare(VectorOperators.GT, best);
        best = best.blend(candidate, better);
        chosen = chosen.blend(u, better.cast(INTS));
      }
      store(best, out + 4L * c, within);
      store(chosen.reinterpretAsFloats(), argmax + 4L * c, within);
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
      VectorMask<Float> within = first(cols - c);
      FloatVector sum = adds ? load(gradIn + 4L * c, within) : zero();
      int last = -1;
      for (long e = from; e < to; e++) {
        int v = getInt(column + 4 * e);
        // Repeats of an edge stand side by side, and v chose u once.
        if (v != last) {
          IntVector chosen = loadInts(argmax.row(v) + 4L * c, within);
          VectorMask<Float> mine = chosen.compare(VectorOperators.EQ, u).cast(FLOATS);
          sum = sum.add(load(gradOut.row(v) + 4L * c, within), mine);
        }
        last = v;
      }
      store(sum, gradIn + 4L * c, within);
    }
  }

  /**
   * Softmax of a row's {@code n} values, interleaved head by head as {@code heads} says. In three
   * small steps: the compiler keeps vectors in registers only in loops that are not too large.
   */
  static void softmax(long values, long out, HeadLanes heads, long n) {
    subtractMax(values, out, heads, n);
    exp(out, heads, n);
    divideBySum(out, heads, n);
  }

  private static void subtractMax(long values, long out, HeadLanes heads, long n) {
    FloatVector max = all(Float.NEGATIVE_INFINITY);
    for (long i = 0; i < n; i += LANES) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(n - i));
      max = max.lanewise(VectorOperators.MAX, load(values + 4 * i, within), within);
    }
    max = heads.max(max);
    for (long i = 0; i < n; i += LANES) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(n - i));
      store(load(values + 4 * i, within).sub(max), out + 4 * i, within);
    }
  }

  private static void exp(long out, HeadLanes heads, long n) {
    for (long i = 0; i < n; i += LANES) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(n - i));
      FloatVector e = VectorMath.exp(load(out + 4 * i, within));
      e.intoMemorySegment(ALL, out + 4 * i, ORDER, within);
    }
  }

  private static void divideBySum(long out, HeadLanes heads, long n) {
    FloatVector sum = zero();
    for (long i = 0; i < n; i += LANES) {
      sum = sum.add(load(out + 4 * i, VectorMask.fromLong(FLOATS, heads.within(n - i))));
    }
    FloatVector share = all(1).div(heads.sum(sum));
    for (long i = 0; i < n; i += LANES) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(n - i));
      store(load(out + 4 * i, within).mul(share), out + 4 * i, within);
    }
  }

  /** {@code gradIn = out ⊙ (gradOut − Σ out·gradOut)} for a row's {@code n} values. */
  static void softmaxBack(long out, long gradOut, long gradIn, HeadLanes heads, long n) {
    FloatVector sum = zero();
    for (long i = 0; i < n; i += LANES) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(n - i));
      sum = load(out + 4 * i, within).fma(load(gradOut + 4 * i, within), sum);
    }
    sum = heads.sum(sum);
    for (long i = 0; i < n; i += LANES) {
      VectorMask<Float> within = VectorMask.fromLong(FLOATS, heads.within(n - i));
      FloatVector g = load(gradOut + 4 * i, within).sub(sum);
      store(load(out + 4 * i, within).mul(g), gradIn + 4 * i, within);
    }
  }
}
