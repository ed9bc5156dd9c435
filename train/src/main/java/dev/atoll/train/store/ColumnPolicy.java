package dev.atoll.train.store;

import dev.atoll.graph.RandomKey;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Which columns of other workers' feature rows a step pulls: a policy by name. */
public sealed interface ColumnPolicy {
  /** What stands for a cell that was not pulled. */
  enum Absent {
    ZERO,
    /** The mean of its column over all nodes. */
    MEAN
  }

  /** What stands for a cell that this policy did not pull. */
  Absent absent();

  /** Whether explanations decide. */
  default boolean isExplained() {
    return this instanceof Top || this instanceof Drawn;
  }

  /** Whole rows. */
  record All() implements ColumnPolicy {
    @Override
    public Absent absent() {
      return Absent.ZERO;
    }
  }

  /** A share of the columns, drawn anew for every step: the +RF baselines of DGS. */
  record Random(double rate, Absent absent) implements ColumnPolicy {
    public Random {
      checkRate(rate);
    }

    /** The columns of a step, the same on all workers. */
    public int[] of(int width, RandomKey step) {
      return first(count(rate, width), width, Comparator.comparingLong(c -> step.draw(c)));
    }
  }

  /** The share that explanations find most important; whole rows until the first is there. */
  record Top(double rate, Absent absent) implements ColumnPolicy {
    public Top {
      checkRate(rate);
    }

    /** The columns of largest importance; of equal ones the first. */
    public int[] of(float... importance) {
      return first(
          count(rate, importance.length),
          importance.length,
          Comparator.comparingDouble(c -> -(double) importance[c]));
    }
  }

  /**
   * A share that is drawn anew for every step, by what explanations find important: what matters
   * little comes seldom, but comes. Whole rows until the first explanation is there.
   */
  record Drawn(double rate, Absent absent) implements ColumnPolicy {
    public Drawn {
      checkRate(rate);
    }

    /**
     * Without repetition, one after the other in proportion to importance: those with the smallest
     * −ln(u) / importance (Efraimidis and Spirakis 2006).
     */
    public int[] of(RandomKey step, float... importance) {
      double[] order = new double[importance.length];
      for (int c = 0; c < order.length; c++) {
        order[c] = -Math.log1p(-step.unit(c)) / importance[c];
      }
      return first(
          count(rate, importance.length),
          importance.length,
          Comparator.comparingDouble(c -> order[c]));
    }
  }

  private static int[] first(int count, int width, Comparator<Integer> order) {
    return IntStream.range(0, width)
        .boxed()
        .sorted(order)
        .limit(count)
        .mapToInt(Integer::intValue)
        .sorted()
        .toArray();
  }

  private static int count(double rate, int width) {
    return Math.min(width, (int) Math.ceil(rate * width));
  }

  private static void checkRate(double rate) {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "columns.rate=%s: expected a share of the columns above 0, up to 1 (all of them)"
              .formatted(rate));
    }
  }
}
