package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.cpu.CpuBackend;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongToIntFunction;

/**
 * The feature rows of the nodes that a worker owns, as they also travel: where the dataset stores
 * them, or a copy in host memory of rows that are scaled, converted or sparse.
 */
public final class OwnedRows extends ReadableRows {
  private final StoredRows rows;
  private final boolean multiplySparse;

  /**
   * @param degrees by row; 0 where one is yet to be counted
   */
  OwnedRows(
      long first,
      StoredRows rows,
      boolean multiplySparse,
      int[] degrees,
      LongToIntFunction degreeOf) {
    super(first, rows.count(), degrees, degreeOf);
    this.rows = rows;
    this.multiplySparse = multiplySparse;
  }

  /** Reads the rows of a shard's core nodes. */
  public static OwnedRows read(
      Shard shard, FeatureRows features, NodeNumbering numbering, Arena memory) {
    int count = shard.coreCount();
    long first = shard.book().first(shard.part());
    StoredRows rows =
        features
            .stored()
            .<StoredRows>map(matrix -> inPlace(matrix, count, first, features, numbering))
            .orElseGet(() -> copied(count, first, features, numbering, memory));
    return new OwnedRows(
        first,
        rows,
        features.multiplySparse(),
        degrees(shard, first, count),
        node -> degreeWithSelf(shard, node));
  }

  private static DenseStoredRows inPlace(
      Matrix stored, int count, long first, FeatureRows features, NodeNumbering numbering) {
    int firstNode = features.firstNode();
    for (int row = 0; row < count; row++) {
      features.require(numbering.original(first + row));
    }
    return new DenseStoredRows(stored, count, row -> numbering.original(first + row) - firstNode);
  }

  private static StoredRows copied(
      int count, long first, FeatureRows features, NodeNumbering numbering, Arena memory) {
    float[] elements = new float[features.width()];
    IntFunction<float[]> row =
        i -> {
          features.read(numbering.original(first + i), elements);
          return elements;
        };
    return staySparse(features)
        ? SparseStoredRows.of(count, elements.length, row, memory)
        : new DenseStoredRows(dense(count, elements.length, row, memory));
  }

  /** Whether rows are stored, and travel, as non-zeros. */
  static boolean staySparse(FeatureRows features) {
    return features.form() == RowForm.NON_ZEROS;
  }

  private static Matrix dense(int count, int width, IntFunction<float[]> row, Arena memory) {
    Matrix rows = matrix(count, width, memory);
    for (int i = 0; i < count; i++) {
      MemorySegment.copy(row.apply(i), 0, rows.data(), JAVA_FLOAT, i * rows.rowBytes(), width);
    }
    return rows;
  }

  /** Rows that are not features; their degrees are never requested. */
  public static OwnedRows withoutDegrees(long first, StoredRows rows) {
    return new OwnedRows(first, rows, false, new int[0], _ -> 0);
  }

  /** A matrix of zeros in host memory, in huge pages where they are to be had. */
  public static Matrix matrix(int rows, int cols, Arena memory) {
    int stride = Matrix.strideFor(cols);
    MemorySegment data =
        CpuBackend.hostMemory(Math.max(1L, (long) rows * stride) * Float.BYTES, memory);
    return new Matrix(Device.CPU, rows, cols, stride, DType.F32, data);
  }

  /** The in-degrees of nodes whose edges are here, each counted once as its own neighbour. */
  public static int[] degrees(Shard shard, long first, int count) {
    int[] degrees = new int[count];
    Arrays.setAll(degrees, i -> degreeWithSelf(shard, first + i));
    return degrees;
  }

  /** The mean of every column over the rows of all workers, which call it together. */
  public float[] columnMeans(Communicator workers) {
    int width = rows.width();
    double[] sums = new double[width + 1]; // and the number of rows
    for (int r = 0; r < rows.count(); r++) {
      rows.addTo(sums, r);
    }
    sums[width] = rows.count();
    double[] totals = sumOverWorkers(sums, workers);
    float[] means = new float[width];
    for (int c = 0; c < width; c++) {
      means[c] = (float) (totals[c] / totals[width]);
    }
    return means;
  }

  /** The elements of every column that travel, over the rows of all workers, which ask together. */
  public double[] columnElements(Communicator workers) {
    double[] elements = new double[rows.width()];
    for (int r = 0; r < rows.count(); r++) {
      rows.countTo(elements, r);
    }
    return sumOverWorkers(elements, workers);
  }

  private static double[] sumOverWorkers(double[] own, Communicator workers) {
    double[] sums = new double[own.length];
    for (double[] each : workers.allGather(Purpose.CONTROL, own)) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += each[i];
      }
    }
    return sums;
  }

  /** Whether the share of non-zeros is small enough for sparse products to be faster. */
  public boolean multiplySparse() {
    return multiplySparse;
  }

  /** Whether rows are stored with their zeros. */
  public boolean isDense() {
    return rows instanceof DenseStoredRows;
  }

  /**
   * The {@linkplain #isDense dense} rows in their order, with padding; copied unless stored in this
   * form.
   */
  public Matrix padded(Arena memory) {
    DenseStoredRows dense = (DenseStoredRows) rows;
    boolean inOrder = true;
    for (int row = 0; row < dense.count() && inOrder; row++) {
      inOrder = dense.placeOf().applyAsInt(row) == row;
    }
    if (inOrder && dense.matrix().isWhole() && dense.matrix().rows() == dense.count()) {
      return dense.matrix();
    }
    Matrix copy = matrix(dense.count(), width(), memory);
    var into = new RowSink.Dense(copy);
    for (int row = 0; row < dense.count(); row++) {
      dense.copy(row, into, row);
    }
    return copy;
  }

  /** The width of a row. */
  public int width() {
    return rows.width();
  }

  /** Bytes in memory; none where rows are read from a mapped file. */
  public long heldBytes() {
    return rows.heldBytes();
  }

  StoredRows rows() {
    return rows;
  }

  @Override
  void copy(int row, RowSink into, int place) {
    rows.copy(row, into, place);
  }

  @Override
  long bytes(int row, RowWire wire) {
    return rows.bytes(row, wire);
  }
}
