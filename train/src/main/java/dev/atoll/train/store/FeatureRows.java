package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Features;
import dev.atoll.graph.Parallel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Features read row by row as floats, scaled. */
public final class FeatureRows {
  /** Rows denser than this are multiplied faster as dense ones. */
  private static final double DENSEST_MULTIPLIED = 0.1;

  private final Features features;
  private final FeatureScaling scaling;
  private final int firstNode;
  private final double density;
  private final double[] mean;
  private final double[] inverseDeviation;

  /** Of all nodes. */
  public FeatureRows(Features features, FeatureScaling scaling) {
    this(features, scaling, 0);
  }

  /**
   * Of some nodes, whose scaling needs no others.
   *
   * @param firstNode the node of row 0
   */
  public FeatureRows(Features features, FeatureScaling scaling, int firstNode) {
    this(features, scaling, firstNode, density(features));
  }

  /**
   * The same, stored as the rows of all workers are.
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
    if (scaling == FeatureScaling.STANDARD) {
      measureColumns();
    }
  }

  /**
   * Of all nodes, with columns scaled by the statistics of other rows.
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
    this.mean = mean.clone();
    this.inverseDeviation = inverseDeviation.clone();
  }

  /** The mean of each column; zeros unless columns are scaled. */
  public double[] mean() {
    return mean.clone();
  }

  /** One over the standard deviation of each column; zeros unless columns are scaled. */
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

  public int width() {
    return features.width();
  }

  /** Whether so few elements are non-zero that sparse products are faster. */
  public boolean multiplySparse() {
    return staySparse(DENSEST_MULTIPLIED);
  }

  /** Whether so few elements are non-zero that sparse storage is smaller. */
  boolean staySparse(double densest) {
    return features instanceof Features.Sparse
        && scaling != FeatureScaling.STANDARD
        && density < densest;
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
    if (node < firstNode || node >= firstNode + features.rows()) {
      throw new BadDataException(
          "the features of node %d are not on this worker, which has those of %d nodes from node %d on"
              .formatted(node, features.rows(), firstNode));
    }
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

  /** Copies the row of a node where it is stored as it is read; otherwise returns false. */
  boolean copy(long node, MemorySegment to, long at) {
    if (scaling == FeatureScaling.NONE
        && features instanceof Features.Dense rows
        && rows.element() == Features.Element.F32
        && node >= firstNode
        && node < firstNode + features.rows()) {
      long bytes = (long) width() * Float.BYTES;
      MemorySegment.copy(rows.data(), (node - firstNode) * bytes, to, at, bytes);
      return true;
    }
    return false;
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

  private void measureColumns() {
    double[] squares = new double[mean.length];
    float[] row = new float[mean.length];
    for (long node = 0; node < features.rows(); node++) {
      readRaw(node, row);
      for (int c = 0; c < row.length; c++) {
        mean[c] += row[c];
        squares[c] += (double) row[c] * row[c];
      }
    }
    for (int c = 0; c < mean.length; c++) {
      mean[c] /= features.rows();
      double variance = squares[c] / features.rows() - mean[c] * mean[c];
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
