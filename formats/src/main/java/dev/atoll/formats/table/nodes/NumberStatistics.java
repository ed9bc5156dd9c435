package dev.atoll.formats.table.nodes;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.EncodedColumn.Numbers;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Means and deviations of columns of numbers, in which NaN is a missing value. Sums are made over
 * chunks of fixed size and joined in order: the same on any number of threads, and for the same
 * values from any file format.
 *
 * @param firstFeature of each column of the table
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record NumberStatistics(MemorySegment elements, long rows, int width, int[] firstFeature) {
  private static final int PIECE = 1 << 12;

  List<EncodedColumn> measure(List<EncodedColumn> columns) {
    List<EncodedColumn> measured = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      EncodedColumn column = columns.get(i);
      measured.add(
          column.numbers() == null
              ? column
              : column.with(measure(column.numbers(), firstFeature[i])));
    }
    return measured;
  }

  private Numbers measure(Numbers numbers, int feature) {
    double count = sum(feature, value -> 1);
    if (count == 0) {
      return numbers;
    }
    double mean = sum(feature, value -> value) / count;
    double variance = sum(feature, value -> (value - mean) * (value - mean)) / count;
    double deviation = variance > 0 ? Math.sqrt(variance) : 1;
    return new Numbers(mean, deviation, numbers.scaled(), numbers.indicator());
  }

  private double sum(int feature, DoubleUnaryOperator term) {
    double[] sums = new double[Math.toIntExact(Math.ceilDiv(rows, PIECE))];
    Parallel.forEach(
        Parallel.allCores(),
        sums.length,
        piece -> {
          double sum = 0;
          long end = Math.min(rows, (piece + 1L) * PIECE);
          for (long row = (long) piece * PIECE; row < end; row++) {
            double value = get(row, feature);
            sum += Double.isNaN(value) ? 0 : term.applyAsDouble(value);
          }
          sums[piece] = sum;
        });
    double sum = 0;
    for (double piece : sums) {
      sum += piece;
    }
    return sum;
  }

  private float get(long row, int feature) {
    return elements.get(JAVA_FLOAT_UNALIGNED, (row * width + feature) * Float.BYTES);
  }

  private void set(long row, int feature, double value) {
    elements.set(JAVA_FLOAT_UNALIGNED, (row * width + feature) * Float.BYTES, (float) value);
  }

  /** Replaces missing values, marks them, and scales the columns to be scaled. */
  void apply(List<EncodedColumn> columns) {
    Parallel.forEachRange(
        Parallel.allCores(),
        rows,
        PIECE,
        (from, to) -> {
          for (int i = 0; i < columns.size(); i++) {
            Numbers numbers = columns.get(i).numbers();
            for (long row = from; numbers != null && row < to; row++) {
              apply(numbers, row, firstFeature[i]);
            }
          }
        });
  }

  private void apply(Numbers numbers, long row, int feature) {
    float value = get(row, feature);
    boolean missing = Float.isNaN(value);
    if (missing || numbers.scaled()) {
      set(row, feature, numbers.encode(missing ? numbers.mean() : value));
    }
    if (numbers.indicator() && missing) {
      set(row, feature + 1, 1);
    }
  }
}
