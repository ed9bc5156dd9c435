package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.getShort;
import static dev.atoll.tensor.cpu.NativeMemory.setFloat;
import static dev.atoll.tensor.cpu.NativeMemory.setShort;
import static dev.atoll.tensor.cpu.VectorLanes.BYTES;
import static dev.atoll.tensor.cpu.VectorLanes.INTS;
import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static dev.atoll.tensor.cpu.VectorLanes.SHORTS;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.I2S;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import dev.atoll.tensor.device.Bfloat16;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * Loops over bfloat16 at given addresses, with the bits of {@link Bfloat16}. Elements after the
 * last whole vector are converted one by one: not all processors have masks for 16-bit lanes.
 *
 * <p>{@link #split} and {@link #merge} take a vector of 32-bit lanes as two columns a lane: the
 * lower halves become one vector of floats, the upper halves another, and no element moves to
 * another lane.
 */
final class VectorBf16 {
  /** Columns of a vector of {@link #split} and {@link #merge}. */
  static final int PAIR_COLUMNS = 2 * LANES;

  /** Mask of the upper half of a lane, whose bits are those of a float. */
  static final int UPPER = 0xFFFF_0000;

  private static final int MAGNITUDE = 0x7FFF_FFFF;
  private static final int INFINITY = 0x7F80_0000;
  private static final int QUIET = 0x40;

  private VectorBf16() {}

  static void widen(long x, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      ShortVector bits = ShortVector.fromMemorySegment(SHORTS, ALL, x + 2L * i, ORDER);
      var wide = (IntVector) bits.convertShape(ZERO_EXTEND_S2I, INTS, 0);
      wide.lanewise(LSHL, 16).intoMemorySegment(ALL, out + 4L * i, ORDER);
    }
    for (; i < n; i++) {
      setFloat(out + 4L * i, Bfloat16.toFloat(getShort(x + 2L * i)));
    }
  }

  /** Rounds floats. */
  static void narrow(long x, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      IntVector bits = IntVector.fromMemorySegment(INTS, ALL, x + 4L * i, ORDER);
      IntVector upper = bits.lanewise(LSHR, 16);
      IntVector rounded = bits.add(0x7FFF).add(upper.and(1)).lanewise(LSHR, 16);
      rounded = rounded.blend(upper.or(QUIET), bits.and(MAGNITUDE).compare(GT, INFINITY));
      var half = (ShortVector) rounded.convertShape(I2S, SHORTS, 0);
      half.intoMemorySegment(ALL, out + 2L * i, ORDER);
    }
    for (; i < n; i++) {
      setShort(out + 2L * i, Bfloat16.of(getFloat(x + 4L * i)));
    }
  }

  /** Copies elements; as in every conversion NaN becomes quiet. */
  static void copy(long x, long out, int n) {
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      ShortVector bits = ShortVector.fromMemorySegment(SHORTS, ALL, x + 2L * i, ORDER);
      var nan = bits.and((short) (MAGNITUDE >>> 16)).compare(GT, (short) (INFINITY >>> 16));
      bits.blend(bits.or((short) QUIET), nan).intoMemorySegment(ALL, out + 2L * i, ORDER);
    }
    for (; i < n; i++) {
      setShort(out + 2L * i, Bfloat16.of(Bfloat16.toFloat(getShort(x + 2L * i))));
    }
  }

  /** Widens the columns of a pass: for each vector first the lower halves, then the upper ones. */
  static void split(SpmmPairs.Pass pass, long x, long sums) {
    for (int i = 0; i < pass.vectors(); i++) {
      IntVector pair = IntVector.fromMemorySegment(INTS, ALL, x + pass.at(i), ORDER);
      pair.lanewise(LSHL, 16).intoMemorySegment(ALL, sums + 2L * i * BYTES, ORDER);
      pair.and(UPPER).intoMemorySegment(ALL, sums + 2L * i * BYTES + BYTES, ORDER);
    }
  }

  /** Rounds the columns of a pass: the inverse of {@link #split}. */
  static void merge(SpmmPairs.Pass pass, long sums, long out) {
    for (int i = 0; i < pass.vectors(); i++) {
      IntVector a = IntVector.fromMemorySegment(INTS, ALL, sums + 2L * i * BYTES, ORDER);
      IntVector b = IntVector.fromMemorySegment(INTS, ALL, sums + 2L * i * BYTES + BYTES, ORDER);
      IntVector lower = a.add(0x7FFF).add(a.lanewise(LSHR, 16).and(1));
      IntVector upper = b.add(0x7FFF).add(b.lanewise(LSHR, 16).and(1));
      lower = lower.blend(a.or(QUIET << 16), a.and(MAGNITUDE).compare(GT, INFINITY));
      upper = upper.blend(b.or(QUIET << 16), b.and(MAGNITUDE).compare(GT, INFINITY));
      IntVector pair = lower.lanewise(LSHR, 16).or(upper.and(UPPER));
      pair.intoMemorySegment(ALL, out + pass.at(i), ORDER);
    }
  }
}
