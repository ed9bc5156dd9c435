package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.Features;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sparse rows are dense rows in another form: the same elements, stored and sent. */
class StoredRowsTest {
  private static final int ROWS = 5;

  /** Columns of the widest rows do not fit 16 bits. */
  private static final int[] WIDTHS = {1, 17, 70_000};

  private static float[] row(int row, int width) {
    var random = new Random(row);
    float[] elements = new float[width];
    for (int i = 0; row > 0 && i < 3; i++) { // the first row is all zeros
      elements[random.nextInt(width)] = random.nextFloat() - 0.5f;
    }
    return elements;
  }

  @ParameterizedTest
  @MethodSource("dev.atoll.train.halo.codec.RowCodecContractTest#registered")
  void sparseRowsHoldAndTravelAsDenseOnesDo(RowCodec codec) {
    for (int width : WIDTHS) {
      for (Columns columns : wanted(width)) {
        try (Arena memory = Arena.ofConfined()) {
          compare(codec, columns, width, memory);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(FeatureScaling.class)
  void rowsOfAMappedFileAreThoseThatTheirOwnerReads(FeatureScaling scaling) {
    int width = 21;
    try (Arena memory = Arena.ofConfined()) {
      MemorySegment cells = memory.allocate(JAVA_FLOAT, 7L * width);
      for (int i = 0; i < 7 * width; i++) {
        cells.setAtIndex(JAVA_FLOAT, i, (float) Math.sin(i));
      }
      var features =
          new FeatureRows(new Features.Dense(7, width, Features.Element.F32, cells), scaling);
      var mapped = new MappedRows(40, 4, features, row -> 6 - row, node -> (int) node);
      Matrix into = OwnedRows.matrix(1, width, memory);
      float[] expected = new float[width];
      float[] found = new float[width];
      for (int row = 0; row < 4; row++) {
        features.read(6 - row, expected);
        mapped.copy(row, new RowSink.Dense(into), 0);
        MemorySegment.copy(into.data(), JAVA_FLOAT, 0, found, 0, width);
        assertArrayEquals(expected, found, 0f);
        assertEquals(row, mapped.row(40 + row));
        assertEquals(40 + row, mapped.degree(40 + row));
      }
      RowWire wire = RowWire.of(Columns.ALL, RowCodec.fp32(), width);
      assertEquals(width * 4L, mapped.bytes(0, wire));
    }
  }

  private static List<Columns> wanted(int width) {
    Columns some = Columns.of(width - 1);
    float[] means = new float[width];
    Arrays.fill(means, 0.25f);
    return List.of(Columns.ALL, some, some.orElse(means));
  }

  private static void compare(RowCodec codec, Columns columns, int width, Arena memory) {
    var dense = new DenseStoredRows(OwnedRows.matrix(ROWS, width, memory));
    for (int r = 0; r < ROWS; r++) {
      MemorySegment.copy(
          row(r, width),
          0,
          dense.matrix().data(),
          JAVA_FLOAT,
          r * dense.matrix().rowBytes(),
          width);
    }
    SparseStoredRows sparse = SparseStoredRows.of(ROWS, width, r -> row(r, width), memory);
    assertEquals(ROWS, sparse.count());
    RowWire wire = RowWire.of(columns, codec, width);
    assertArrayEquals(travelled(dense, wire, memory), travelled(sparse, wire, memory));
    assertArrayEquals(copied(dense, memory), copied(sparse, memory));
    assertArrayEquals(sums(dense), sums(sparse));
    for (StoredRows rows : List.of(dense, sparse)) {
      assertArrayEquals(travelled(dense, wire, memory), listed(rows, wire, memory));
    }
    if (width > 1000 && columns.areAll()) {
      assertTrue(
          sparse.bytes(1, wire) * 100 < dense.bytes(1, wire), "what is zero does not travel");
    }
  }

  /** The rows after encoding and decoding, in reverse order. */
  private static float[] travelled(StoredRows rows, RowWire wire, Arena memory) {
    Matrix into = dirty(rows.width(), memory);
    travel(rows, wire, memory, new RowSink.Dense(into));
    return elements(into);
  }

  private static void travel(StoredRows rows, RowWire wire, Arena memory, RowSink into) {
    long bytes = 0;
    for (int r = 0; r < ROWS; r++) {
      bytes += rows.bytes(r, wire);
    }
    MemorySegment message = memory.allocate(bytes);
    long at = 0;
    for (int r = 0; r < ROWS; r++) {
      at = rows.encode(r, wire, message, at);
    }
    assertEquals(bytes, at, "as many bytes as announced");
    at = 0;
    for (int r = 0; r < ROWS; r++) {
      at = rows.decode(message, at, wire, into, ROWS - 1 - r);
    }
    assertEquals(bytes, at, "all bytes are read");
  }

  /**
   * The rows after encoding and decoding into lists of non-zeros; the last row is also copied
   * directly.
   */
  private static float[] listed(StoredRows rows, RowWire wire, Arena memory) {
    var into = new NonZeroRows();
    into.reset(1);
    rows.copy(ROWS - 1, into, 0);
    assertArrayEquals(
        Arrays.copyOfRange(copied(rows, memory), (ROWS - 1) * rows.width(), ROWS * rows.width()),
        spread(into, rows.width()));
    into.reset(ROWS);
    travel(rows, wire, memory, into);
    return spread(into, rows.width());
  }

  private static float[] spread(NonZeroRows rows, int width) {
    float[] all = new float[rows.rows() * width];
    int[] column = new int[width];
    float[] value = new float[width];
    for (int r = 0; r < rows.rows(); r++) {
      rows.copy(r, column, value, 0);
      for (int i = 0; i < rows.nonZeros(r); i++) {
        assertTrue(value[i] != 0 && (i == 0 || column[i] > column[i - 1]));
        all[r * width + column[i]] = value[i];
      }
    }
    return all;
  }

  private static float[] copied(StoredRows rows, Arena memory) {
    Matrix into = dirty(rows.width(), memory);
    for (int r = 0; r < ROWS; r++) {
      rows.copy(r, new RowSink.Dense(into), r);
    }
    return elements(into);
  }

  /** A matrix with old contents, which must not show through. */
  private static Matrix dirty(int width, Arena memory) {
    Matrix matrix = OwnedRows.matrix(ROWS, width, memory);
    matrix.data().fill((byte) 1);
    return matrix;
  }

  private static float[] elements(Matrix matrix) {
    float[] elements = new float[matrix.rows() * matrix.cols()];
    for (int r = 0; r < matrix.rows(); r++) {
      MemorySegment.copy(
          matrix.data(),
          JAVA_FLOAT,
          r * matrix.rowBytes(),
          elements,
          r * matrix.cols(),
          matrix.cols());
    }
    return elements;
  }

  private static double[] sums(StoredRows rows) {
    double[] sums = new double[rows.width()];
    for (int r = 0; r < ROWS; r++) {
      rows.addTo(sums, r);
    }
    return sums;
  }
}
