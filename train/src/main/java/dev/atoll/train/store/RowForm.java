package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.Features;
import dev.atoll.tensor.Matrix;

/** The form in which a worker stores the feature rows of its own nodes. */
public enum RowForm {
  /** In the memory or mapped file that holds the dataset, without a copy. */
  IN_PLACE,
  /** A copy of the non-zeros. */
  NON_ZEROS,
  /** A copy of all elements as floats. */
  DENSE;

  /** Above this share of non-zeros, their columns cost more than zeros would. */
  private static final double DENSEST_SPARSE = 0.5;

  /** Rows denser than this are multiplied faster as dense ones. */
  private static final double DENSEST_MULTIPLIED = 0.1;

  /** Bytes of a column index and its value. */
  private static final long NON_ZERO_BYTES = Integer.BYTES + Float.BYTES;

  /** Never started: memory that it may read is shared by all threads. */
  private static final Thread ANY_THREAD = Thread.ofPlatform().unstarted(() -> {});

  /** The form of the rows of a whole dataset. */
  public static RowForm of(Features features, FeatureScaling scaling) {
    return of(features, scaling, FeatureRows.density(features));
  }

  /**
   * The form of some rows of a dataset.
   *
   * @param density the share of elements that are stored, over the features of all nodes
   */
  static RowForm of(Features features, FeatureScaling scaling, double density) {
    return switch (features) {
      case Features.Dense rows when scaling == FeatureScaling.NONE && isReadable(rows) -> IN_PLACE;
      case Features.Sparse _ when staysSparse(features, scaling, density, DENSEST_SPARSE) ->
          NON_ZEROS;
      default -> DENSE;
    };
  }

  private static boolean isReadable(Features.Dense rows) {
    return rows.element() == Features.Element.F32
        && rows.data().isNative()
        && rows.data().address() % JAVA_FLOAT.byteAlignment() == 0
        && rows.data().isAccessibleBy(ANY_THREAD);
  }

  /** Whether the share of non-zeros is small enough for sparse products to be faster. */
  public static boolean multipliesSparse(Features features, FeatureScaling scaling) {
    return multipliesSparse(features, scaling, FeatureRows.density(features));
  }

  static boolean multipliesSparse(Features features, FeatureScaling scaling, double density) {
    return staysSparse(features, scaling, density, DENSEST_MULTIPLIED);
  }

  /** Scaling by columns leaves no zeros. */
  private static boolean staysSparse(
      Features features, FeatureScaling scaling, double density, double densest) {
    return features instanceof Features.Sparse
        && scaling != FeatureScaling.STANDARD
        && density < densest;
  }

  /** Mean bytes of a row that is stored in this form, besides those of the dataset. */
  public double rowBytes(Features features) {
    return switch (this) {
      case IN_PLACE -> 0;
      case NON_ZEROS ->
          Long.BYTES + NON_ZERO_BYTES * FeatureRows.density(features) * features.width();
      case DENSE -> Matrix.strideFor(features.width()) * (double) Float.BYTES;
    };
  }
}
