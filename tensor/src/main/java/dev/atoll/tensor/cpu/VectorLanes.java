package dev.atoll.tensor.cpu;

import dev.atoll.tensor.DType;
import dev.atoll.tensor.device.Bfloat16;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vectors of this machine's preferred width, up to 512 bits. Results do not depend on the width:
 * lane-by-lane operations never do, and a sum over a row always has {@link #SUMS} partial sums,
 * which are in one vector on some machines and in several on others.
 *
 * <p>Two rules keep vectors in registers. First, no method takes or returns a vector or a mask:
 * whether a call is inlined depends on chance, and a vector that crosses a call is an object on the
 * heap. Hence a loop contains all its steps, and code that several loops need is a separate loop
 * from memory to memory. Second, code that is compiled together is small, since beyond some number
 * of instructions not even the methods of the Vector API are inlined: long work on a row is several
 * passes of {@link RowChunks#forRows} or {@link RowCut#forRows}.
 */
final class VectorLanes {
  /**
   * Element i of a row belongs to partial sum {@code i % SUMS}. They are added up in halves: 0 to
   * 8, 1 to 9, …, then 0 to 4, …, 0 to 2 and 1 to 3, 0 to 1. Where vectors are narrower, the first
   * of these steps are sums of vectors:
   *
   * <pre>
   *   for (quarter = 0; quarter &lt; HALF; quarter += LANES)     4 lanes: 0, 4    8 lanes: 0
   *     for (sum = quarter; sum &lt; SUMS; sum += STEP)                    0, 8; 4, 12     0, 8
   *       sum of the elements sum, sum + SUMS, sum + 2·SUMS, …
   * </pre>
   */
  static final int SUMS = 16;

  static final int HALF = SUMS / 2;

  static final VectorSpecies<Float> FLOATS =
      FloatVector.SPECIES_PREFERRED.length() > SUMS
          ? FloatVector.SPECIES_512
          : FloatVector.SPECIES_PREFERRED;

  static final VectorSpecies<Integer> INTS = FLOATS.withLanes(int.class);

  /** Vectors of as many lanes as {@link #FLOATS}, in half the bits. */
  static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize() / 2));

  static final int LANES = FLOATS.length();

  /** The distance from one partial sum to the next that is added to it. */
  static final int STEP = Math.max(HALF, LANES);

  /** Bytes of a vector of floats. */
  static final long BYTES = FLOATS.vectorByteSize();

  static final ByteOrder ORDER = ByteOrder.nativeOrder();

  /**
   * Rotations by which lanes are added up in a fixed order. The Vector API's own reduction may add
   * in another order before and after it is compiled.
   */
  static final VectorShuffle<Float> BY_8 = rotation(8);

  static final VectorShuffle<Float> BY_4 = rotation(4);
  static final VectorShuffle<Float> BY_2 = rotation(2);
  static final VectorShuffle<Float> BY_1 = rotation(1);

  private VectorLanes() {}

  /**
   * Whether the processor has FMA. Without it every {@code fma} is emulated, a thousand times
   * slower. On x86 it came with AVX2.
   */
  static boolean haveFusedMultiplyAdd() {
    return !System.getProperty("os.arch").equals("amd64") || FLOATS.vectorBitSize() >= 256;
  }

  static String describe() {
    return "%d-bit vector".formatted(FLOATS.vectorBitSize());
  }

  private static VectorShuffle<Float> rotation(int by) {
    return VectorShuffle.iota(FLOATS, by % LANES, 1, true);
  }

  /** The conversion of a 16-bit type, as numbers, so that one loop serves both types. */
  record Half(int shift, float scale, int infinity) {
    private static final Half BFLOAT16 = new Half(16, 1, 0x7F80_0000);

    /** Shifted to the position of a float's exponent, the exponent is 112 too small. */
    private static final Half FLOAT16 = new Half(13, 0x1p112f, 0x0F80_0000);

    float widen(short bits) {
      return shift == 16 ? Bfloat16.toFloat(bits) : Float.float16ToFloat(bits);
    }

    short narrow(float value) {
      return shift == 16 ? Bfloat16.of(value) : Float.floatToFloat16(value);
    }

    static Half of(DType type) {
      return switch (type) {
        case BF16 -> BFLOAT16;
        case F16 -> FLOAT16;
        case F32, I32, I64 -> throw new IllegalArgumentException(type + " is not a 16-bit type");
      };
    }
  }
}
