package dev.atoll.tensor.cpu;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/**
 * Native memory as one segment, so that an address is an offset. Its type, scope and bounds are
 * constants to the compiler, whatever segments the operands came from: inner loops carry no checks
 * and do not slow down when a second kind of segment is used. The price is that a wrong address is
 * not caught; operands are checked once, where their address is taken.
 */
final class NativeMemory {
  static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /** The address of an absent buffer. */
  static final long NONE = 0;

  private NativeMemory() {}

  static long address(Matrix m) {
    return m.rows() == 0 || m.cols() == 0 ? NONE : address(m.data());
  }

  /** The address of a buffer, or {@link #NONE} for null. */
  static long address(Buffer b) {
    return b == null || b.length() == 0 ? NONE : address(b.data());
  }

  static long address(MemorySegment data) {
    if (!data.isNative() || !data.scope().isAlive()) {
      throw new IllegalArgumentException(
          data.isNative()
              ? "the memory of an operand is closed"
              : "the memory of an operand is a Java array; kernels need native memory");
    }
    return data.address();
  }

  static float getFloat(long address) {
    return ALL.get(JAVA_FLOAT_UNALIGNED, address);
  }

  static void setFloat(long address, float value) {
    ALL.set(JAVA_FLOAT_UNALIGNED, address, value);
  }

  /** {@code out = alpha·x + beta·out}, over n floats; with {@code beta} 0 out is not read. */
  static void addRow(float alpha, long x, float beta, long out, int n) {
    for (int i = 0; i < n; i++) {
      float element = getFloat(x + 4L * i);
      float sum =
          beta == 0 ? alpha * element : Math.fma(element, alpha, beta * getFloat(out + 4L * i));
      setFloat(out + 4L * i, sum);
    }
  }

  static short getShort(long address) {
    return ALL.get(JAVA_SHORT_UNALIGNED, address);
  }

  static void setShort(long address, short value) {
    ALL.set(JAVA_SHORT_UNALIGNED, address, value);
  }

  static int getInt(long address) {
    return ALL.get(JAVA_INT_UNALIGNED, address);
  }

  static long getLong(long address) {
    return ALL.get(JAVA_LONG_UNALIGNED, address);
  }

  static void setLong(long address, long value) {
    ALL.set(JAVA_LONG_UNALIGNED, address, value);
  }
}
