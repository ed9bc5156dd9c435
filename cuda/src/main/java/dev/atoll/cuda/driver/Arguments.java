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
  private int count;
  private long at;
  private boolean inside;

  Arguments start() {
    count = 0;
    at = 0;
    inside = false;
    return this;
  }

  /** The table, to launch with. */
  MemorySegment table() {
    return table;
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
    buffer(dropout.rowIds());
    inside = !alone;
    return this;
  }

  /** Aligns, and enters the next argument into the table unless it is part of one. */
  private void begin(int alignment) {
    at = Math.ceilDiv(at, alignment) * alignment;
    if (!inside) {
      table.setAtIndex(JAVA_LONG, count++, values.address() + at);
    }
  }
}
