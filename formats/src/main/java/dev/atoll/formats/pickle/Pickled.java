package dev.atoll.formats.pickle;

import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A pickled value with an expected type; errors name the file. */
public record Pickled(String origin, Object value) {
  /** A SciPy matrix in CSR form. */
  public record Csr(NpyArray indptr, NpyArray indices, NpyArray data, long rows, long columns) {}

  public static Pickled read(Path file) throws IOException {
    return new Pickled(file.toString(), Pickle.read(file));
  }

  /** A dict. */
  public Map<?, ?> map() {
    return as(Map.class, "dict");
  }

  /** A NumPy array of numbers. */
  public NpyArray array() {
    var state = new Pickled(origin, instance("ndarray").state());
    long[] dims =
        state.part(1).list().stream().mapToLong(d -> new Pickled(origin, d).number()).toArray();
    NpyType type = state.part(2).dtype();
    byte[] bytes = state.part(4).text().getBytes(StandardCharsets.ISO_8859_1);
    NpyArray array = NpyArray.of(origin, MemorySegment.ofArray(bytes), type, dims);
    if (!takes(dims, type, bytes.length)) {
      throw BadDataException.at(
          origin,
          "an array of shape %s and type %s has %d bytes"
              .formatted(array.shape(), type, bytes.length));
    }
    boolean byColumn = Boolean.TRUE.equals(state.part(3).value()) && dims.length == 2;
    return byColumn
        ? NpyArray.of(origin, MemorySegment.ofArray(byRow(bytes, dims, type.bytes())), type, dims)
        : array;
  }

  private static boolean takes(long[] dims, NpyType type, int bytes) {
    long elements = 1;
    for (long dim : dims) {
      if (dim < 0 || dim > Integer.MAX_VALUE || elements > Integer.MAX_VALUE) {
        return false;
      }
      elements *= dim;
    }
    return elements * type.bytes() == bytes;
  }

  /** A SciPy CSR matrix. */
  public Csr csr() {
    Map<?, ?> state = new Pickled(origin, instance("csr_matrix").state()).map();
    Object dims = state.containsKey("_shape") ? state.get("_shape") : state.get("shape");
    var shape = new Pickled(origin, dims);
    NpyArray indptr = new Pickled(origin + "(indptr)", state.get("indptr")).array();
    long rows = shape.part(0).number();
    if (rows < 0 || indptr.require(-1).size(0) != rows + 1) {
      throw BadDataException.at(
          origin, "a matrix of %d rows with %d row starts".formatted(rows, indptr.size(0)));
    }
    return new Csr(
        indptr,
        new Pickled(origin + "(indices)", state.get("indices")).array(),
        new Pickled(origin + "(data)", state.get("data")).array(),
        rows,
        shape.part(1).number());
  }

  /** A list or tuple. */
  public List<?> list() {
    return as(List.class, "list");
  }

  /** A whole number. */
  public long number() {
    return as(Long.class, "whole number");
  }

  private String text() {
    return as(String.class, "str");
  }

  private Pickled part(int index) {
    List<?> parts = list();
    if (parts.size() <= index) {
      throw BadDataException.at(
          origin, "a pickled tuple of %d; expected more".formatted(parts.size()));
    }
    return new Pickled(origin, parts.get(index));
  }

  private PickledObject instance(String type) {
    PickledObject instance = as(PickledObject.class, type);
    if (!instance.type().equals(type)) {
      throw BadDataException.at(
          origin, "expected a pickled %s, found %s".formatted(type, instance));
    }
    return instance;
  }

  private <T> T as(Class<T> type, String expected) {
    if (!type.isInstance(value)) {
      throw BadDataException.at(
          origin,
          "expected a pickled %s, found %s"
              .formatted(expected, value == null ? "None" : value.getClass().getSimpleName()));
    }
    return type.cast(value);
  }

  private NpyType dtype() {
    PickledObject dtype = instance("dtype");
    String name = new Pickled(origin, dtype.args()).part(0).text();
    return NpyType.parse(new Pickled(origin, dtype.state()).part(1).text() + name, origin);
  }

  private static byte[] byRow(byte[] byColumn, long[] dims, int bytes) {
    byte[] out = new byte[byColumn.length];
    for (int row = 0; row < dims[0]; row++) {
      for (int column = 0; column < dims[1]; column++) {
        int from = (int) (column * dims[0] + row) * bytes;
        System.arraycopy(byColumn, from, out, (int) (row * dims[1] + column) * bytes, bytes);
      }
    }
    return out;
  }
}
