package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.RawMemory.ALL;

import dev.atoll.tensor.DType;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Vectors of the width that this machine likes best, to and from raw memory. */
final class Lanes {
  static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  static final VectorSpecies<Integer> INTS = FLOATS.withLanes(int.class);

  /** As many lanes as {@link #FLOATS}, in half the bits. */
  static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize() / 2));

  static final int LANES = FLOATS.length();

  /** Bytes of a vector of floats. */
  static final long BYTES = FLOATS.vectorByteSize();

  static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private Lanes() {}

  /** Without it every {@code fma} is emulated, a thousand times slower. AVX2 brought it to x86. */
  static boolean haveFusedMultiplyAdd() {
    return !System.getProperty("os.arch").equals("amd64") || FLOATS.vectorBitSize() >= 256;
  }

  static String describe() {
    return "%d-bit vector".formatted(FLOATS.vectorBitSize());
  }

  static FloatVector zero() {
    return FloatVector.zero(FLOATS);
  }

  static FloatVector all(float value) {
    return FloatVector.broadcast(FLOATS, value);
  }

  static FloatVector load(long address) {
    return FloatVector.fromMemorySegment(FLOATS, ALL, address, ORDER);
  }

  /** Lanes outside the mask are zero and their memory is not touched. */
  static FloatVector load(long address, VectorMask<Float> mask) {
    return FloatVector.fromMemorySegment(FLOATS, ALL, address, ORDER, mask);
  }

  static IntVector loadInts(long address, VectorMask<Float> mask) {
    return IntVector.fromMemorySegment(INTS, ALL, address, ORDER, mask.cast(INTS));
  }

  static void store(FloatVector value, long address) {
    value.intoMemorySegment(ALL, address, ORDER);
  }

  static void store(FloatVector value, long address, VectorMask<Float> mask) {
    value.intoMemorySegment(ALL, address, ORDER, mask);
  }

  /** The first {@code count} lanes. */
  static VectorMask<Float> first(int count) {
    return FLOATS.indexInRange(0, count);
  }

  /** How a 16-bit type is widened, as numbers, so that one loop serves both types. */
  record Half(int shift, float scale, int infinity) {
    private static final Half BFLOAT16 = new Half(16, 1, 0x7F80_0000);

    /** Moved to a float's place, the exponent is 112 too small. */
    private static final Half FLOAT16 = new Half(13, 0x1p112f, 0x0F80_0000);

    static Half of(DType type) {
      return switch (type) {
        case BF16 -> BFLOAT16;
        case F16 -> FLOAT16;
        case F32, I32, I64 -> throw new IllegalArgumentException(type + " is not a 16-bit type");
      };
    }
  }

  static FloatVector loadHalf(long address, Half half) {
    return widen(ShortVector.fromMemorySegment(SHORTS, ALL, address, ORDER), half);
  }

  static FloatVector loadHalf(long address, Half half, VectorMask<Float> mask) {
    return widen(
        ShortVector.fromMemorySegment(SHORTS, ALL, address, ORDER, mask.cast(SHORTS)), half);
  }

  private static FloatVector widen(ShortVector bits, Half half) {
    var wide = (IntVector) bits.convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
    IntVector sign = wide.and(0x8000).lanewise(VectorOperators.LSHL, 16);
    IntVector magnitude = wide.and(0x7FFF).lanewise(VectorOperators.LSHL, half.shift);
    IntVector exponent =
        IntVector.zero(INTS)
            .blend(0x7F80_0000, magnitude.compare(VectorOperators.GE, half.infinity));
    FloatVector value = magnitude.reinterpretAsFloats().mul(half.scale);
    return value.reinterpretAsInts().or(exponent).or(sign).reinterpretAsFloats();
  }
}
