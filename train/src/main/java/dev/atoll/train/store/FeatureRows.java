package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Features;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;

/** Features read row by row as floats, scaled. */
public final class FeatureRows {
  private final Features features;
  private final FeatureScaling scaling;
  private final int firstNode;
  private final double density;
  private final double[] mean;
  private final double[] inverseDeviation;
  private final Optional<Matrix> stored;

  /** Creates the rows of all nodes. */
  public FeatureRows(Features features, FeatureScaling scaling) {
    this(features, scaling, 0);
  }

  /**
   * Creates the rows of some nodes; their scaling must not depend on others.
   *
   * @param firstNode the node of row 0
   */
  public FeatureRows(Features features, FeatureScaling scaling, int firstNode) {
    this(features, scaling, firstNode, density(features));
  }

  /**
   * Creates the rows of some nodes, stored in the form that all workers use.
   *
   * @param density the share of elements that are stored, over the features of all nodes
   */
  public FeatureRows(Features features, FeatureScaling scaling, int firstNode, double density) {
    this.features = features;
    this.firstNode = firstNode;
    this.density = density;
    this.scaling = scaling;
    this.mean = new double[features.width()];
    this.inverseDeviation = new double[features.width()];
    this.stored = inPlace();
    if (scaling == FeatureScaling.STANDARD) {
      measureColumns(LongStream.range(0, features.rows()).iterator(), features.rows());
    }
  }

  /**
   * Rows of all nodes, in columns scaled to mean 0 and deviation 1 over some of them.
   *
   * @param measured the nodes whose means and deviations are taken
   */
  public static FeatureRows standard(Features features, long[] measured) {
    var rows = new FeatureRows(features, FeatureScaling.NONE);
    rows.measureColumns(LongStream.of(measured).iterator(), measured.length);
    return new FeatureRows(features, rows.mean, rows.inverseDeviation);
  }

  /**
   * Creates the rows of all nodes, with columns scaled by the statistics of other rows.
   *
   * @param mean of each column
   * @param inverseDeviation one over the standard deviation of each column
   */
  public FeatureRows(Features features, double[] mean, double[] inverseDeviation) {
    if (mean.length != features.width() || inverseDeviation.length != features.width()) {
      throw new BadDataException(
          "%d columns of features with statistics of %d".formatted(features.width(), mean.length));
    }
    this.features = features;
    this.firstNode = 0;
    this.density = density(features);
    this.scaling = FeatureScaling.STANDARD;
    this.stored = Optional.empty();
    this.mean = mean.clone();
    this.inverseDeviation = inverseDeviation.clone();
  }

  /** The mean of each column; zeros unless columns are scaled. */
  public double[] mean() {
    return mean.clone();
  }

  /** The reciprocal of each column's standard deviation; zeros unless columns are scaled. */
  public double[] inverseDeviation() {
    return inverseDeviation.clone();
  }

  /** A copy of the scaled rows. */
  public Features.Dense scaled(Arena into) {
    MemorySegment elements = into.allocate(JAVA_FLOAT, Math.max(1, features.rows() * width()));
    Parallel.forEachRange(
        Parallel.allCores(),
        features.rows(),
        1 << 10,
        (from, to) -> {
          float[] row = new float[width()];
          for (long node = from; node < to; node++) {
            read(firstNode + node, row);
            MemorySegment.copy(row, 0, elements, JAVA_FLOAT, node * width() * Float.BYTES, width());
          }
        });
    return new Features.Dense(features.rows(), width(), Features.Element.F32, elements);
  }

  /** The rows before they are scaled. */
  public Features features() {
    return features;
  }

  public int width() {
    return features.width();
  }

  /** Whether the share of non-zeros is small enough for sparse products to be faster. */
  public boolean multiplySparse() {
    return RowForm.multipliesSparse(features, scaling, density);
  }

  /** The form in which their owner stores these rows. */
  RowForm form() {
    return RowForm.of(features, scaling, density);
  }

  /** The share of elements that are stored; 1 for dense rows. */
  public static double density(Features features) {
    return features instanceof Features.Sparse rows
        ? start(rows, rows.rows()) / Math.max(1.0, (double) rows.rows() * rows.width())
        : 1;
  }

  /**
   * The scaled row of a node.
   *
   * @throws BadDataException when it is not here
   */
  public void read(long node, float[] row) {
    require(node);
    readRaw(node - firstNode, row);
    switch (scaling) {
      case NONE -> {}
      case ROW -> multiply(row, rowFactor(row));
      case STANDARD -> {
        for (int c = 0; c < row.length; c++) {
          row[c] = (float) ((row[c] - mean[c]) * inverseDeviation[c]);
        }
      }
    }
  }

  /**
   * The rows in the memory or mapped file that holds them, without padding; empty where rows are
   * scaled or converted when they are read. Row 0 is that of {@link #firstNode}.
   */
  Optional<Matrix> stored() {
    return stored;
  }

  private Optional<Matrix> inPlace() {
    return form() == RowForm.IN_PLACE && features instanceof Features.Dense rows
        ? Optional.of(
            new Matrix(
                Device.CPU,
                Math.toIntExact(rows.rows()),
                rows.width(),
                rows.width(),
                DType.F32,
                rows.data()))
        : Optional.empty();
  }

  /** The node of row 0. */
  int firstNode() {
    return firstNode;
  }

  /**
   * Checks that the row of a node is here.
   *
   * @throws BadDataException when it is not
   */
  void require(long node) {
    if (!has(node)) {
      throw new BadDataException(
          "the features of node %d are not on this worker, which has those of %d nodes from node %d on"
              .formatted(node, features.rows(), firstNode));
    }
  }

  /** Copies the row of a node where it is stored as it is read; otherwise returns false. */
  boolean copy(long node, MemorySegment to, long at) {
    if (stored.isEmpty() || !has(node)) {
      return false;
    }
    Matrix rows = stored.get();
    MemorySegment.copy(
        rows.data(), (node - firstNode) * rows.rowBytes(), to, at, (long) width() * Float.BYTES);
    return true;
  }

  private boolean has(long node) {
    return node >= firstNode && node < firstNode + features.rows();
  }

  /** The factor of the stored values of a sparse row. */
  public float sparseFactor(Features.Sparse rows, long node) {
    if (scaling != FeatureScaling.ROW) {
      return 1;
    }
    double sum = 0;
    for (long e = start(rows, node); e < start(rows, node + 1); e++) {
      sum += Math.abs(value(rows, e));
    }
    return sum == 0 ? 1 : (float) (1 / sum);
  }

  private void readRaw(long node, float[] row) {
    switch (features) {
      case Features.Dense rows -> readDense(rows, node, row);
      case Features.Sparse rows -> {
        Arrays.fill(row, 0);
        for (long e = start(rows, node); e < start(rows, node + 1); e++) {
          row[column(rows, e)] = value(rows, e);
        }
      }
    }
  }

  private static void readDense(Features.Dense rows, long node, float[] row) {
    long element = node * rows.width();
    for (int c = 0; c < row.length; c++) {
      row[c] =
          switch (rows.element()) {
            case F32 -> rows.data().get(JAVA_FLOAT_UNALIGNED, (element + c) * Float.BYTES);
            case F16 ->
                Float.float16ToFloat(
                    rows.data().get(JAVA_SHORT_UNALIGNED, (element + c) * Short.BYTES));
            case BF16 ->
                Float.intBitsToFloat(
                    rows.data().get(JAVA_SHORT_UNALIGNED, (element + c) * Short.BYTES) << 16);
          };
    }
  }

  private static float rowFactor(float[] row) {
    double sum = 0;
    for (float element : row) {
      sum += Math.abs(element);
    }
    return sum == 0 ? 1 : (float) (1 / sum);
  }

  private static void multiply(float[] row, float factor) {
    for (int c = 0; c < row.length; c++) {
      row[c] *= factor;
    }
  }

  private void measureColumns(PrimitiveIterator.OfLong nodes, long count) {
    double[] squares = new double[mean.length];
    float[] row = new float[mean.length];
    while (nodes.hasNext()) {
      readRaw(nodes.nextLong(), row);
      for (int c = 0; c < row.length; c++) {
        mean[c] += row[c];
        squares[c] += (double) row[c] * row[c];
      }
    }
    for (int c = 0; c < mean.length; c++) {
      mean[c] /= count;
      double variance = squares[c] / count - mean[c] * mean[c];
      inverseDeviation[c] = variance > 1e-12 ? 1 / Math.sqrt(variance) : 1;
    }
  }

  public static long start(Features.Sparse rows, long row) {
    return rows.rowStarts().get(JAVA_LONG_UNALIGNED, row * Long.BYTES);
  }

  public static int column(Features.Sparse rows, long element) {
    return rows.columns().get(JAVA_INT_UNALIGNED, element * Integer.BYTES);
  }

  public static float value(Features.Sparse rows, long element) {
    return rows.values().get(JAVA_FLOAT_UNALIGNED, element * Float.BYTES);
  }
}
