package dev.atoll.tensor.contract;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Operands of a kernel with the memory of one of them replaced: a matrix or buffer, by itself or
 * inside a record such as a sparse matrix.
 */
final class MisplacedMemory {
  private final int wanted;
  private final UnaryOperator<MemorySegment> replacement;
  private int seen;
  private String name;

  private MisplacedMemory(int wanted, UnaryOperator<MemorySegment> replacement) {
    this.wanted = wanted;
    this.replacement = replacement;
  }

  /**
   * The arguments of a call with one memory replaced.
   *
   * @param name of the operand, such as {@code argument 1.rowStart}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Call(String name, Object[] arguments) {}

  /** A call for every operand that has elements. */
  static List<Call> calls(Object[] arguments, UnaryOperator<MemorySegment> replacement) {
    List<Call> calls = new ArrayList<>();
    for (int operand = 0; ; operand++) {
      var one = new MisplacedMemory(operand, replacement);
      Object[] replaced = arguments.clone();
      for (int i = 0; i < replaced.length; i++) {
        replaced[i] = one.in("argument " + i, replaced[i]);
      }
      if (one.name == null) {
        return calls;
      }
      calls.add(new Call(one.name, replaced));
    }
  }

  /**
   * A view of these elements under a handle whose arena is closed; the memory itself stays open.
   */
  static MemorySegment closed(MemorySegment open) {
    try (Arena arena = Arena.ofShared()) {
      return MemorySegment.ofAddress(open.address()).reinterpret(open.byteSize(), arena, null);
    }
  }

  /** A copy of these elements in a Java array. */
  static MemorySegment array(MemorySegment open) {
    return MemorySegment.ofArray(open.toArray(ValueLayout.JAVA_BYTE));
  }

  private Object in(String path, Object operand) {
    return switch (operand) {
      case Matrix m when m.rows() > 0 && m.cols() > 0 ->
          new Matrix(m.device(), m.rows(), m.cols(), m.stride(), m.type(), memory(path, m.data()));
      case Buffer b when b.length() > 0 ->
          new Buffer(b.device(), b.type(), b.length(), memory(path, b.data()));
      case Matrix empty -> empty;
      case Buffer empty -> empty;
      case Record record -> inside(path, record);
      case null, default -> operand;
    };
  }

  private MemorySegment memory(String path, MemorySegment open) {
    if (seen++ != wanted) {
      return open;
    }
    name = path;
    return replacement.apply(open);
  }

  private Object inside(String path, Record record) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    try {
      for (int i = 0; i < values.length; i++) {
        Object value = components[i].getAccessor().invoke(record);
        values[i] = in(path + "." + components[i].getName(), value);
      }
      Constructor<?> canonical =
          record
              .getClass()
              .getDeclaredConstructor(
                  Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      return canonical.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(record.toString(), e);
    }
  }
}
