package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The arguments of one launch, laid out as C++ wants them, and the table of their addresses. Values
 * written between {@link #struct} and {@link #end} form one argument; any other value is an
 * argument.
 */
public final class Arguments {
  private static final int MOST = 24;
  private static final int BYTES = 512;

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment values = arena.allocate(BYTES, Long.BYTES);
  private final MemorySegment table = arena.allocate(JAVA_LONG, MOST);
  private final int[] offsets = new int[MOST];
  private final int[] varying = new int[MOST];
  private int count;
  private int varyingCount;
  private long at;
  private boolean inside;

  /** Bytes between arguments are 0, so that the same arguments are the same words. */
  Arguments start() {
    values.asSlice(0, words() * (long) Long.BYTES).fill((byte) 0);
    count = 0;
    varyingCount = 0;
    at = 0;
    inside = false;
    return this;
  }

  /** The table, to launch with. */
  MemorySegment table() {
    return table;
  }

  MemorySegment values() {
    return values;
  }

  /** The number of arguments. */
  int count() {
    return count;
  }

  /** Words that the arguments take. */
  int words() {
    return (int) Math.ceilDiv(at, Long.BYTES);
  }

  /** The offset at which an argument begins. */
  int offset(int argument) {
    return offsets[argument];
  }

  /** Sets the address of an argument of copied values. */
  void place(int argument, int offset) {
    table.setAtIndex(JAVA_LONG, argument, values.address() + offset);
  }

  int varyingCount() {
    return varyingCount;
  }

  /** The place of a {@link #varying} word; the next one is the address of its slot. */
  int varyingWord(int which) {
    return varying[which];
  }

  public Arguments struct() {
    begin(Long.BYTES);
    inside = true;
    return this;
  }

  public Arguments end() {
    inside = false;
    return this;
  }

  public Arguments integer(int value) {
    begin(Integer.BYTES);
    values.set(JAVA_INT, at, value);
    at += Integer.BYTES;
    return this;
  }

  public Arguments real(float value) {
    begin(Float.BYTES);
    values.set(JAVA_FLOAT, at, value);
    at += Float.BYTES;
    return this;
  }

  public Arguments word(long value) {
    begin(Long.BYTES);
    values.set(JAVA_LONG, at, value);
    at += Long.BYTES;
    return this;
  }

  /**
   * Marks the last eight bytes as different in every step, and adds the address from which the
   * kernel reads them instead: null unless the launch is queued.
   */
  public Arguments varying() {
    varying[varyingCount++] = (int) (at / Long.BYTES) - 1;
    return word(0);
  }

  /** Adds the address of a buffer's elements, or null. */
  public Arguments buffer(Buffer buffer) {
    return word(buffer == null ? 0 : buffer.data().address());
  }

  /** Adds the address of a matrix's first row, or null. */
  public Arguments row(Matrix matrix) {
    return word(matrix == null ? 0 : matrix.data().address());
  }

  public Arguments shape(Matrix matrix) {
    return integer(matrix.rows()).integer(matrix.cols());
  }

  /** A view: address and stride; of null, no address. */
  public Arguments matrix(Matrix matrix) {
    boolean alone = !inside;
    if (alone) {
      struct();
    }
    row(matrix).word(matrix == null ? 0 : matrix.stride());
    inside = !alone;
    return this;
  }

  public Arguments dropout(Dropout dropout) {
    boolean alone = !inside;
    if (alone) {
      struct();
    }
    real(dropout.scale()).integer(dropout.threshold()).word(dropout.key());
    varying().buffer(dropout.rowIds());
    inside = !alone;
    return this;
  }

  /** Aligns, and enters the next argument into the table unless it is part of one. */
  private void begin(int alignment) {
    at = Math.ceilDiv(at, alignment) * alignment;
    if (!inside) {
      offsets[count] = (int) at;
      place(count++, (int) at);
    }
  }
}
