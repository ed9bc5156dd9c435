package dev.atoll.tensor.device;

/** The upper half of a float32: its range in 16 bits. All code on the host rounds here. */
public final class Bfloat16 {
  private static final int QUIET = 0x40;

  private Bfloat16() {}

  public static float toFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** Rounds to the nearest, ties to even; NaN stays NaN. */
  public static short of(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) ((bits >>> 16) | QUIET);
    }
    return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
  }
}
