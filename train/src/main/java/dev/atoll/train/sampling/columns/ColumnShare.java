package dev.atoll.train.sampling.columns;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.Values;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.columns.ColumnPolicy.Absent;
import dev.atoll.train.store.Columns;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A share of the columns, as policies choose it.
 *
 * @param rate of the columns that are pulled
 * @param absent the value of the elements in all others
 * @param scope the rows that are restricted
 * @param budget the unit of the rate, where columns differ in importance
 */
public record ColumnShare(double rate, Absent absent, Scope scope, Budget budget) {
  /** The rows that are restricted. */
  public enum Scope {
    /** Rows of other workers. */
    REMOTE,
    /** Every row of a batch, as in the +RF baselines of DGS. */
    ALL
  }

  /** The unit of the rate. */
  public enum Budget {
    /** The columns. */
    COLUMNS,
    /** The elements that travel: of sparse rows the non-zeros. */
    CELLS
  }

  public static final Key<Double> RATE =
      new Key<>(
          "columns.rate",
          new Decimal(0, 1),
          0.85,
          "the share of columns that is pulled (random, fixed, top, drawn)");
  public static final Key<Absent> ABSENT =
      new Key<>(
          "columns.absent",
          new Constant<>(Absent.class),
          Absent.ZERO,
          "value of columns that were not pulled: zero, or the column's mean");

  public static final Key<Scope> SCOPE =
      new Key<>(
          "columns.scope",
          new Constant<>(Scope.class),
          Scope.REMOTE,
          "rows that have only these columns: those of other workers, or all rows of a batch (+RF"
              + " of the DGS paper)");
  public static final Key<Budget> BUDGET =
      new Key<>(
          "columns.budget",
          new Constant<>(Budget.class),
          Budget.COLUMNS,
          "unit of columns.rate: the columns, or the elements that travel, which are the"
              + " non-zeros of sparse rows (top, drawn)");

  /** A share of the columns of remote rows. */
  public ColumnShare(double rate, Absent absent) {
    this(rate, absent, Scope.REMOTE, Budget.COLUMNS);
  }

  public ColumnShare {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "columns.rate=%s: expected a share of the columns above 0, up to 1 (all of them)"
              .formatted(rate));
    }
  }

  /** Reads settings. */
  public static ColumnShare of(Values values) {
    return new ColumnShare(
        values.get(RATE), values.get(ABSENT), values.get(SCOPE), values.get(BUDGET));
  }

  /** The first columns in an order, a share of them, ascending. */
  public int[] first(int width, Comparator<Integer> order) {
    return IntStream.range(0, width)
        .boxed()
        .sorted(order)
        .limit(Math.min(width, (int) Math.ceil(rate * width)))
        .mapToInt(Integer::intValue)
        .sorted()
        .toArray();
  }

  /**
   * The cost of a column; all workers ask together.
   *
   * @return an entry per column
   */
  public double[] costs(SamplingContext context) {
    if (budget == Budget.CELLS) {
      return context.ownRows().columnElements(context.workers());
    }
    double[] alike = new double[context.ownRows().width()];
    Arrays.fill(alike, 1);
    return alike;
  }

  /** Completes chosen columns by the values of all others; all workers ask together. */
  public UnaryOperator<Columns> filling(SamplingContext context) {
    float[] others =
        switch (absent) {
          case ZERO -> new float[0];
          case MEAN -> context.ownRows().columnMeans(context.workers());
        };
    return chosen -> scope == Scope.ALL ? chosen.orElse(others).ofAllRows() : chosen.orElse(others);
  }
}
