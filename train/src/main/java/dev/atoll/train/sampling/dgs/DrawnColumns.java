package dev.atoll.train.sampling.dgs;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.columns.ColumnPolicy;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.store.Columns;
import java.util.Arrays;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * Columns drawn by importance, new in every step: unimportant ones come seldom, but come. A column
 * is drawn independently with probability π, and its elements are scaled by 1/π: every element of a
 * row is right on average. All columns until importance is known.
 */
public record DrawnColumns(ColumnShare share, ImportanceSpec importance)
    implements ColumnPolicy, ImportancePolicy {
  /** The weight that every column has, as a share of the mean: 1/π stays bounded. */
  private static final double FLOOR = 0.1;

  private static final int HALVINGS = 100;

  @Override
  public Absent absent() {
    return share.absent();
  }

  @Override
  public void check(BatchPlan plan) {
    importance.checkColumns(plan);
  }

  /**
   * Probabilities min(1, k·w/√cost), w the importance of a column, whose expected cost is the
   * share. The variance of a sum is smallest for such probabilities.
   */
  double[] probabilities(double[] costs, float... weights) {
    double sum = 0;
    for (float weight : weights) {
      sum += weight;
    }
    double floor = sum == 0 ? 1 : FLOOR * sum / weights.length;
    double[] scaled = new double[weights.length];
    for (int c = 0; c < scaled.length; c++) {
      scaled[c] = (weights[c] + floor) / Math.sqrt(Math.max(1, costs[c]));
    }
    double wanted = share.rate() * Arrays.stream(costs).sum();
    double low = 0;
    double high = 1 / Arrays.stream(scaled).min().orElse(1);
    for (int i = 0; i < HALVINGS && high - low > 1e-12 * high; i++) {
      double middle = (low + high) / 2;
      double cost = 0;
      for (int c = 0; c < scaled.length; c++) {
        cost += costs[c] * Math.min(1, middle * scaled[c]);
      }
      if (cost > wanted) {
        high = middle;
      } else {
        low = middle;
      }
    }
    double factor = high;
    return Arrays.stream(scaled).map(weight -> Math.min(1, factor * weight)).toArray();
  }

  /** The columns of a step. */
  static Columns of(RandomKey step, double... probabilities) {
    float[] factors = new float[probabilities.length];
    for (int c = 0; c < factors.length; c++) {
      factors[c] = (float) (1 / probabilities[c]);
    }
    int[] drawn =
        IntStream.range(0, probabilities.length)
            .filter(c -> step.unit(c) < probabilities[c])
            .toArray();
    return Columns.of(drawn).scaled(factors);
  }

  @Override
  public LongFunction<Columns> open(SamplingContext context) {
    RandomKey key = RandomKey.ofSeed(context.seed()).child("columns");
    double[] costs = share.costs(context);
    return new ExplainedColumns(share, importance, context)
        .by((step, weights) -> of(key.child(step), probabilities(costs, weights)));
  }
}
