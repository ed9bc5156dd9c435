package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongToIntFunction;

/**
 * The feature rows of the nodes that a worker owns, in host memory, and the degrees of those nodes.
 */
public final class OwnedRows {
  private static final int CACHE_LINE = 64;

  /** Above this share of non-zeros, their columns cost more than zeros would. */
  private static final double DENSEST_SPARSE = 0.5;

  private final long first;
  private final StoredRows rows;
  private final boolean multiplySparse;
  private final int[] degrees;
  private final LongToIntFunction degreeOf;

  /**
   * @param degrees by row; 0 where one is yet to be counted
   */
  OwnedRows(
      long first,
      StoredRows rows,
      boolean multiplySparse,
      int[] degrees,
      LongToIntFunction degreeOf) {
    this.first = first;
    this.rows = rows;
    this.multiplySparse = multiplySparse;
    this.degrees = degrees;
    this.degreeOf = degreeOf;
  }

  /** Reads the rows of a shard's core nodes. */
  public static OwnedRows read(
      Shard shard, FeatureRows features, NodeNumbering numbering, Arena memory) {
    int count = shard.coreCount();
    long first = shard.book().first(shard.part());
    float[] elements = new float[features.width()];
    IntFunction<float[]> row =
        i -> {
          features.read(numbering.original(first + i), elements);
          return elements;
        };
    StoredRows rows =
        features.staySparse(DENSEST_SPARSE)
            ? SparseStoredRows.of(count, elements.length, row, memory)
            : new DenseStoredRows(dense(count, elements.length, row, memory));
    return new OwnedRows(
        first,
        rows,
        features.multiplySparse(),
        degrees(shard, first, count),
        node -> degreeWithSelf(shard, node));
  }

  /**
   * The rows of another worker, where they lie in files of this machine; empty where they travel as
   * non-zeros.
   */
  public static Optional<OwnedRows> mapped(
      Shard shard, FeatureRows features, NodeNumbering numbering) {
    if (features.staySparse(DENSEST_SPARSE)) {
      return Optional.empty();
    }
    long first = shard.book().first(shard.part());
    var rows =
        new MappedStoredRows(shard.coreCount(), features, row -> numbering.original(first + row));
    return Optional.of(
        new OwnedRows(
            first,
            rows,
            features.multiplySparse(),
            new int[shard.coreCount()],
            node -> degreeWithSelf(shard, node)));
  }

  private static Matrix dense(int count, int width, IntFunction<float[]> row, Arena memory) {
    Matrix rows = matrix(count, width, memory);
    for (int i = 0; i < count; i++) {
      MemorySegment.copy(row.apply(i), 0, rows.data(), JAVA_FLOAT, i * rows.rowBytes(), width);
    }
    return rows;
  }

  /** Rows that are not features: they are never asked for degrees. */
  public static OwnedRows withoutDegrees(long first, StoredRows rows) {
    return new OwnedRows(first, rows, false, new int[0], _ -> 0);
  }

  /** A matrix of zeros in host memory. */
  public static Matrix matrix(int rows, int cols, Arena memory) {
    int stride = Matrix.strideFor(cols);
    MemorySegment data =
        memory.allocate(Math.max(1L, (long) rows * stride) * Float.BYTES, CACHE_LINE);
    return new Matrix(Device.CPU, rows, cols, stride, DType.F32, data);
  }

  /** The in-degrees of nodes whose edges are here, each counted once as its own neighbour. */
  public static int[] degrees(Shard shard, long first, int count) {
    int[] degrees = new int[count];
    Arrays.setAll(degrees, i -> degreeWithSelf(shard, first + i));
    return degrees;
  }

  private static int degreeWithSelf(Shard shard, long node) {
    long degree = shard.inDegree(node);
    for (long e = 0; e < degree; e++) {
      if (shard.inNeighbor(node, e) == node) {
        return Math.toIntExact(degree);
      }
    }
    return Math.toIntExact(degree + 1);
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
  public double[] columnCells(Communicator workers) {
    double[] cells = new double[rows.width()];
    for (int r = 0; r < rows.count(); r++) {
      rows.countTo(cells, r);
    }
    return sumOverWorkers(cells, workers);
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

  /** Whether so few elements are non-zero that sparse products are faster. */
  public boolean multiplySparse() {
    return multiplySparse;
  }

  /** All rows as a matrix in host memory; empty where they are stored without their zeros. */
  public Optional<Matrix> dense() {
    return rows instanceof DenseStoredRows dense ? Optional.of(dense.matrix()) : Optional.empty();
  }

  /** The width of a row. */
  public int width() {
    return rows.width();
  }

  StoredRows rows() {
    return rows;
  }

  /** The in-degree of an own node, itself counted once as its own neighbour. */
  int degree(long node) {
    int row = row(node);
    if (degrees[row] == 0) {
      degrees[row] = degreeOf.applyAsInt(node); // several threads may count the same
    }
    return degrees[row];
  }

  boolean owns(long node) {
    return node >= first && node < first + rows.count();
  }

  /** The place of an own node among the rows. */
  public int row(long node) {
    return (int) (node - first);
  }
}
