package dev.atoll.formats.pickle;

import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Reads Python pickles (protocol 2 to 4) of plain data, NumPy arrays and SciPy CSR matrices.
 *
 * <p>A pickle is a program for a small stack machine, and Python's own reader calls whatever
 * function it names. This reader supports a fixed set of instructions and a closed list of
 * constructors ({@link #ALLOWED}), which it records without calling; any other is refused by name.
 *
 * <pre>
 *   Python                     Java
 *   int, float, bool, None     Long, Double, Boolean, null
 *   str, bytes                 String (bytes as Latin-1: one char per byte)
 *   list, tuple                List
 *   dict, defaultdict          Map
 *   ndarray, dtype, csr_matrix {@link PickledObject}
 * </pre>
 */
public final class Pickle {
  /** The only things a pickle may make. */
  private static final Set<String> ALLOWED =
      Set.of(
          "numpy.core.multiarray._reconstruct",
          "numpy._core.multiarray._reconstruct",
          "numpy.ndarray",
          "numpy.dtype",
          "scipy.sparse.csr.csr_matrix",
          "scipy.sparse._csr.csr_matrix",
          "collections.defaultdict",
          "collections.OrderedDict",
          "__builtin__.list",
          "builtins.list",
          "_codecs.encode");

  /** A name the pickle refers to. */
  private record Global(String name) {}

  private final String origin;
  private final ByteBuffer in;
  private final Map<Integer, Object> memo = new HashMap<>();
  private final Deque<List<Object>> outer = new ArrayDeque<>();
  private List<Object> stack = new ArrayList<>();

  private Pickle(String origin, byte[] bytes) {
    this.origin = origin;
    this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The one value that a file holds. */
  public static Object read(Path file) throws IOException {
    return read(file.toString(), Files.readAllBytes(file));
  }

  static Object read(String origin, byte[] bytes) {
    Pickle pickle = new Pickle(origin, bytes);
    try {
      return pickle.run();
    } catch (BufferUnderflowException e) {
      throw new BadDataException(origin + ": the pickle is cut off; copy the file again", e);
    } catch (NoSuchElementException e) {
      throw new BadDataException(
          "%s: byte %d: not a valid pickle: an operation needs more values than the stack holds"
              .formatted(origin, pickle.in.position()),
          e);
    }
  }

  private Object run() {
    while (true) {
      int code = in.get() & 0xFF;
      if (code == '.') {
        return pop();
      }
      step(code);
    }
  }

  private void step(int code) {
    switch (code) {
      case 0x80 -> protocol(in.get());
      case 0x95 -> in.getLong(); // FRAME: a hint for readers of streams
      case '(' -> mark();
      case '0' -> pop();
      case 'N' -> push(null);
      case 0x88 -> push(true);
      case 0x89 -> push(false);
      case 'K' -> push((long) (in.get() & 0xFF));
      case 'M' -> push((long) (in.getShort() & 0xFFFF));
      case 'J' -> push((long) in.getInt());
      case 0x8A -> push(longOf(in.get() & 0xFF));
      case 'G' -> push(Double.longBitsToDouble(Long.reverseBytes(in.getLong())));
      case 'U', 'C' -> push(text(in.get() & 0xFF, StandardCharsets.ISO_8859_1));
      case 'T', 'B' -> push(text(in.getInt(), StandardCharsets.ISO_8859_1));
      case 0x8E -> push(text(in.getLong(), StandardCharsets.ISO_8859_1));
      case 0x8C -> push(text(in.get() & 0xFF, StandardCharsets.UTF_8));
      case 'X' -> push(text(in.getInt(), StandardCharsets.UTF_8));
      default -> structure(code);
    }
  }

  private void structure(int code) {
    switch (code) {
      case ')', ']' -> push(new ArrayList<>());
      case 0x85 -> push(popMany(1));
      case 0x86 -> push(popMany(2));
      case 0x87 -> push(popMany(3));
      case 't', 'l' -> push(popToMark());
      case '}' -> push(new LinkedHashMap<>());
      case 'a' -> append(popMany(1));
      case 'e' -> append(popToMark());
      case 's' -> put(popMany(2));
      case 'u' -> put(popToMark());
      case 'q' -> memo.put(in.get() & 0xFF, peek());
      case 'r' -> memo.put(in.getInt(), peek());
      case 0x94 -> memo.put(memo.size(), peek());
      case 'h' -> push(recall(in.get() & 0xFF));
      case 'j' -> push(recall(in.getInt()));
      case 'c' -> push(global(line(), line()));
      case 0x93 -> {
        List<Object> names = popMany(2);
        push(global(expect(String.class, names.get(0)), expect(String.class, names.get(1))));
      }
      case 'R', 0x81 -> {
        List<Object> call = popMany(2);
        push(make(expect(Global.class, call.get(0)), list(call.get(1))));
      }
      case 'b' -> {
        Object state = pop();
        expect(PickledObject.class, peek()).build(state);
      }
      default ->
          throw BadDataException.at(
              origin,
              "byte %d: pickle instruction 0x%02X, which plain data does not need"
                  .formatted(in.position() - 1, code));
    }
  }

  private void protocol(int version) {
    if (version < 2 || version > 4) {
      throw BadDataException.at(origin, "pickle protocol %d; known are 2 to 4".formatted(version));
    }
  }

  private Global global(String module, String name) {
    String full = module + "." + name;
    if (!ALLOWED.contains(full)) {
      throw BadDataException.at(
          origin,
          "byte %d: the pickle calls '%s', which is refused: only plain data, NumPy arrays and SciPy"
                  .formatted(in.position(), full)
              + " CSR matrices are read");
    }
    return new Global(full);
  }

  /** The result of a call, which is recorded, not executed. */
  private static Object make(Global maker, List<Object> args) {
    return switch (maker.name()) {
      case "collections.defaultdict", "collections.OrderedDict" -> new LinkedHashMap<>();
      case "__builtin__.list", "builtins.list" -> new ArrayList<>();
      case "_codecs.encode" ->
          args.getFirst(); // the way in which Python 3 stores bytes in protocol 2
      case "numpy.dtype" -> new PickledObject("dtype", args);
      case "numpy.core.multiarray._reconstruct", "numpy._core.multiarray._reconstruct" ->
          new PickledObject("ndarray", args);
      default -> new PickledObject(maker.name().substring(maker.name().lastIndexOf('.') + 1), args);
    };
  }

  private long longOf(int length) {
    if (length > Long.BYTES) {
      throw BadDataException.at(
          origin, "byte %d: a whole number of more than 64 bits".formatted(in.position()));
    }
    long value = 0;
    int last = 0;
    for (int i = 0; i < length; i++) {
      last = in.get();
      value |= (last & 0xFFL) << (8 * i);
    }
    return length < Long.BYTES && last < 0 ? value | (-1L << (8 * length)) : value;
  }

  private String text(long length, Charset charset) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[(int) length];
    in.get(bytes);
    return new String(bytes, charset);
  }

  private String line() {
    var line = new StringBuilder();
    for (char c = (char) in.get(); c != '\n'; c = (char) in.get()) {
      line.append(c);
    }
    return line.toString();
  }

  private void push(Object value) {
    stack.add(value);
  }

  private Object pop() {
    return stack.removeLast();
  }

  private Object peek() {
    return stack.getLast();
  }

  private void mark() {
    outer.push(stack);
    stack = new ArrayList<>();
  }

  private List<Object> popToMark() {
    List<Object> values = stack;
    stack = outer.pop();
    return values;
  }

  private List<Object> popMany(int count) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(pop());
    }
    Collections.reverse(values);
    return values;
  }

  private Object recall(int slot) {
    if (!memo.containsKey(slot)) {
      throw BadDataException.at(
          origin, "byte %d: refers to a value that is not there".formatted(in.position()));
    }
    return memo.get(slot);
  }

  private void append(List<Object> values) {
    list(peek()).addAll(values);
  }

  private void put(List<Object> pairs) {
    @SuppressWarnings("unchecked") // a pickled dict takes any value
    Map<Object, Object> map = (Map<Object, Object>) expect(LinkedHashMap.class, peek());
    for (int i = 0; i + 1 < pairs.size(); i += 2) {
      Object key = pairs.get(i);
      map.put(key instanceof Long ? key : expect(String.class, key), pairs.get(i + 1));
    }
  }

  @SuppressWarnings("unchecked") // a pickled list takes any value
  private List<Object> list(Object value) {
    return (List<Object>) expect(ArrayList.class, value);
  }

  private <T> T expect(Class<T> type, Object value) {
    if (!type.isInstance(value)) {
      throw BadDataException.at(
          origin,
          "byte %d: not a valid pickle: a %s is needed here"
              .formatted(in.position(), type.getSimpleName()));
    }
    return type.cast(value);
  }
}
