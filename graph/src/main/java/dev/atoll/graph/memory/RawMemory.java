package dev.atoll.graph.memory;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Native memory as one segment, so that an address is an offset and inner loops carry no checks of
 * bounds or scope. A wrong address is not caught: memory is checked where its address is taken, and
 * checked to be open at every call that uses it; node numbers are checked on entry.
 */
public final class RawMemory {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final VarHandle ALIGNED_LONG = JAVA_LONG.varHandle();

  private RawMemory() {}

  /** The address of an array that holds at least a number of bytes. */
  public static long address(MemorySegment data, long bytes, String name) {
    if (!data.isNative() || !data.scope().isAlive() || data.byteSize() < bytes) {
      throw new IllegalArgumentException(
          "%s must be open native memory of at least %d bytes, but is %s"
              .formatted(name, bytes, data));
    }
    return data.address();
  }

  /** Throws when memory whose address was taken earlier has been closed since. */
  public static void requireOpen(MemorySegment data, String name) {
    if (!data.scope().isAlive()) {
      throw new IllegalStateException(
          "the memory of the %s is closed; sample while the dataset or shard is open"
              .formatted(name));
    }
  }

  public static int intAt(long array, long index) {
    return ALL.get(JAVA_INT_UNALIGNED, array + index * Integer.BYTES);
  }

  public static void setInt(long array, long index, int value) {
    ALL.set(JAVA_INT_UNALIGNED, array + index * Integer.BYTES, value);
  }

  /**
   * Reads {@link #intAt} of an array that begins at a multiple of four bytes. Another thread may
   * write the element at the same time: the result is its old value or its new one, never parts of
   * both, which Java guarantees for aligned memory only.
   */
  public static int alignedIntAt(long array, long index) {
    return ALL.get(JAVA_INT, array + index * Integer.BYTES);
  }

  /** Writes an element for {@link #alignedIntAt}. */
  public static void setAlignedInt(long array, long index, int value) {
    ALL.set(JAVA_INT, array + index * Integer.BYTES, value);
  }

  public static long longAt(long array, long index) {
    return ALL.get(JAVA_LONG_UNALIGNED, array + index * Long.BYTES);
  }

  public static void setLong(long array, long index, long value) {
    ALL.set(JAVA_LONG_UNALIGNED, array + index * Long.BYTES, value);
  }

  /**
   * Reads {@link #longAt} of an array that begins at a multiple of eight bytes. Another thread may
   * write the element at the same time: the result is its old value or its new one.
   */
  public static long sharedLongAt(long array, long index) {
    return (long) ALIGNED_LONG.getOpaque(ALL, array + index * Long.BYTES);
  }

  /** Writes an element for {@link #sharedLongAt}. */
  public static void setSharedLong(long array, long index, long value) {
    ALIGNED_LONG.setOpaque(ALL, array + index * Long.BYTES, value);
  }

  /** Replaces an element of such an array if it still has the expected value. */
  public static boolean replaceLong(long array, long index, long expected, long value) {
    return ALIGNED_LONG.compareAndSet(ALL, array + index * Long.BYTES, expected, value);
  }

  public static float floatAt(long array, long index) {
    return ALL.get(JAVA_FLOAT_UNALIGNED, array + index * Float.BYTES);
  }

  public static void setFloat(long array, long index, float value) {
    ALL.set(JAVA_FLOAT_UNALIGNED, array + index * Float.BYTES, value);
  }

  public static double doubleAt(long array, long index) {
    return ALL.get(JAVA_DOUBLE_UNALIGNED, array + index * Double.BYTES);
  }

  public static void setDouble(long array, long index, double value) {
    ALL.set(JAVA_DOUBLE_UNALIGNED, array + index * Double.BYTES, value);
  }
}
