package dev.atoll.train.sampling.columns;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.Values;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.columns.ColumnPolicy.Absent;
import dev.atoll.train.store.Columns;
import java.util.Comparator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A share of the columns, as policies choose it.
 *
 * @param rate of the columns that are pulled
 * @param absent the value of the elements in all others
 */
public record ColumnShare(double rate, Absent absent) {
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

  public ColumnShare {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "columns.rate=%s: expected a share of the columns above 0, up to 1 (all of them)"
              .formatted(rate));
    }
  }

  /** From settings. */
  public static ColumnShare of(Values values) {
    return new ColumnShare(values.get(RATE), values.get(ABSENT));
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

  /** Completes chosen columns by the values of all others; all workers ask together. */
  public UnaryOperator<Columns> filling(SamplingContext context) {
    float[] others =
        switch (absent) {
          case ZERO -> new float[0];
          case MEAN -> context.ownRows().columnMeans(context.workers());
        };
    return chosen -> chosen.orElse(others);
  }
}
