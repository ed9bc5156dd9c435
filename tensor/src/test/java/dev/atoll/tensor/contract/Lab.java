package dev.atoll.tensor.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;

/**
 * A backend under test: puts values on it in every layout, with NaN in all memory that no kernel
 * may read into a result, and compares results with double-precision expectations. Matrices have
 * the number format of the backend's activations.
 */
final class Lab implements AutoCloseable {
  /** The layout of a matrix in memory. */
  enum Layout {
    OWN,
    /** Columns of a wider matrix, not aligned to anything. */
    COLUMNS,
    ROWS
  }

  private static final int MARGIN = 3;

  final SplittableRandom random;
  final Kernels kernels;
  private final Backend backend;
  private final boolean comparing;
  private final DType type;
  private final Workspace memory;
  private final List<KernelCase.Result> results = new ArrayList<>();
  private long elements;

  /** The content of a parent matrix before the test, around the columns that were handed out. */
  private record Surroundings(Matrix parent, int firstColumn, int cols) {}

  private final List<Surroundings> surroundings = new ArrayList<>();

  /**
   * @param comparing whether results are compared with expectations, or only recorded
   */
  Lab(Backend backend, long key, boolean comparing) {
    this.backend = backend;
    this.comparing = comparing;
    this.type = backend.activations();
    this.kernels = backend.kernels();
    this.memory = backend.newWorkspace();
    this.random = new SplittableRandom(key);
  }

  /** The results so far, for comparison with another lab's. */
  List<KernelCase.Result> results() {
    return results;
  }

  /** Elements of all operands so far. */
  long elements() {
    return elements;
  }

  Dense randomDense(int rows, int cols) {
    return dense(rows, cols, (r, c) -> random.nextDouble(-1, 1));
  }

  /** Values that the number format of activations can hold. */
  Dense dense(int rows, int cols, Dense.Cell cell) {
    return Dense.of(
        rows,
        cols,
        (r, c) -> {
          float value = (float) cell.at(r, c);
          return type == DType.F32 ? value : value16(type, bits16(type, value));
        });
  }

  Matrix matrix(Dense values) {
    return matrix(values, Layout.OWN);
  }

  Matrix matrix(Dense values, Layout layout) {
    return type == DType.F32 ? inFull(values, layout) : matrix16(values, type, layout);
  }

  /** An F32 matrix, whatever the type of activations: for parameters and their gradients. */
  Matrix inFull(Dense values, Layout layout) {
    Matrix m = unwritten(values.rows(), values.cols(), layout, DType.F32);
    backend.upload(MemorySegment.ofArray(values.elements()), m);
    return m;
  }

  /** A matrix of NaN. */
  Matrix unwritten(int rows, int cols, Layout layout) {
    return unwritten(rows, cols, layout, type);
  }

  Matrix unwritten(int rows, int cols, Layout layout, DType type) {
    return switch (layout) {
      case OWN -> poisoned(rows, Matrix.strideFor(cols), type).columnsView(0, cols);
      case ROWS ->
          poisoned(rows + 2 * MARGIN, Matrix.strideFor(cols), type)
              .columnsView(0, cols)
              .rowsView(MARGIN, MARGIN + rows);
      case COLUMNS -> {
        Matrix parent = poisoned(rows, cols + 2 * MARGIN, type);
        surroundings.add(new Surroundings(parent, MARGIN, cols));
        yield parent.columnsView(MARGIN, MARGIN + cols);
      }
    };
  }

  /** A matrix of a 16-bit type; the values are first rounded to it. */
  Matrix matrix16(Dense values, DType type, Layout layout) {
    Matrix m = unwritten(values.rows(), values.cols(), layout, type);
    short[] bits = new short[values.elements().length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = bits16(type, values.elements()[i]);
      values.elements()[i] = value16(type, bits[i]);
    }
    backend.upload(MemorySegment.ofArray(bits), m);
    return m;
  }

  Matrix intMatrix(Dense values) {
    Matrix m = unwritten(values.rows(), values.cols(), Layout.OWN, DType.I32);
    int[] ints = new int[values.elements().length];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = (int) values.elements()[i];
    }
    backend.upload(MemorySegment.ofArray(ints), m);
    return m;
  }

  Buffer floats(float... values) {
    return filled(DType.F32, values.length, MemorySegment.ofArray(values));
  }

  Buffer ints(int... values) {
    return filled(DType.I32, values.length, MemorySegment.ofArray(values));
  }

  Buffer longs(long... values) {
    return filled(DType.I64, values.length, MemorySegment.ofArray(values));
  }

  float[] download(Matrix m) {
    float[] elements = new float[m.rows() * m.cols()];
    if (m.type() == DType.F32) {
      backend.download(m, MemorySegment.ofArray(elements));
      return elements;
    }
    short[] bits = new short[elements.length];
    backend.download(m, MemorySegment.ofArray(bits));
    for (int i = 0; i < bits.length; i++) {
      elements[i] = value16(m.type(), bits[i]);
    }
    return elements;
  }

  /**
   * Compares element by element, allowing for the rounding of a sum of this number of terms of
   * order one.
   */
  void expect(Matrix actual, int terms, Dense.Cell expected) {
    float[] elements = download(actual);
    record(elements);
    if (!comparing) {
      return;
    }
    double allowed = 1e-6 * (4 + Math.sqrt(terms)) + 3e-8 * terms;
    if (type != DType.F32) {
      // Results are rounded, and scaled terms may be rounded once more.
      allowed += (actual.type() == DType.F32 ? 0 : 0x1p-7) + 0x1p-9 * Math.sqrt(terms);
    }
    for (int i = 0; i < elements.length; i++) {
      double wanted = expected.at(i / actual.cols(), i % actual.cols());
      double slack = allowed * Math.max(1, Math.abs(wanted));
      if (!(Math.abs(elements[i] - wanted) <= slack)) {
        Assertions.fail(
            "element [%d, %d] of %s: expected %s, got %s"
                .formatted(
                    i / actual.cols(), i % actual.cols(), actual.shape(), wanted, elements[i]));
      }
    }
    expectSurroundingsUntouched();
  }

  void expectBits(Matrix actual, Dense.Cell expected) {
    float[] elements = download(actual);
    record(elements);
    for (int i = 0; i < elements.length; i++) {
      float exact = (float) expected.at(i / actual.cols(), i % actual.cols());
      float wanted =
          actual.type() == DType.F32 ? exact : value16(actual.type(), bits16(actual.type(), exact));
      assertEquals(wanted, elements[i], "element " + i + " of " + actual.shape());
    }
    expectSurroundingsUntouched();
  }

  void expectInts(Matrix actual, Dense.Cell expected) {
    int[] elements = new int[actual.rows() * actual.cols()];
    backend.download(actual, MemorySegment.ofArray(elements));
    results.add(new KernelCase.Result(elements, false));
    for (int i = 0; i < elements.length; i++) {
      int wanted = (int) expected.at(i / actual.cols(), i % actual.cols());
      assertEquals(wanted, elements[i], "element " + i + " of " + actual.shape());
    }
  }

  static short bits16(DType type, float value) {
    if (type == DType.F16) {
      return Float.floatToFloat16(value);
    }
    // To nearest, ties to even.
    int bits = Float.floatToRawIntBits(value);
    return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
  }

  static float value16(DType type, short bits) {
    return type == DType.F16 ? Float.float16ToFloat(bits) : Float.intBitsToFloat(bits << 16);
  }

  @Override
  public void close() {
    memory.close();
  }

  private void record(float[] elements) {
    int[] bits = new int[elements.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToRawIntBits(elements[i]);
    }
    results.add(new KernelCase.Result(bits, true));
  }

  private Buffer filled(DType type, int length, MemorySegment values) {
    Buffer buffer = memory.buffer(type, length);
    elements += length;
    backend.upload(values, buffer);
    return buffer;
  }

  /** All bits set is NaN in every floating type. */
  private Matrix poisoned(int rows, int cols, DType type) {
    Matrix m = memory.matrix(rows, cols, type);
    elements += (long) rows * cols;
    byte[] ones = new byte[rows * cols * type.bytes()];
    Arrays.fill(ones, (byte) -1);
    backend.upload(MemorySegment.ofArray(ones), m);
    return m;
  }

  private void expectSurroundingsUntouched() {
    for (var s : surroundings) {
      int elements = s.parent.rows() * s.parent.cols();
      int bytes = s.parent.type().bytes();
      byte[] all = new byte[elements * bytes];
      backend.download(s.parent, MemorySegment.ofArray(all));
      for (int i = 0; i < all.length; i++) {
        int column = i / bytes % s.parent.cols() - s.firstColumn;
        if (column < 0 || column >= s.cols) {
          assertEquals(-1, all[i], "a column beside the view was written");
        }
      }
    }
  }
}
