package dev.atoll.train.sampling.dgs;

import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.columns.ColumnPolicy;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.store.Columns;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * The most important columns that a share of the cost pays for; all until importance is known. As
 * published all columns cost alike. Where elements are counted, columns come by importance per
 * element.
 */
public record TopColumns(ColumnShare share, ImportanceSpec importance)
    implements ColumnPolicy, ImportancePolicy {
  @Override
  public Absent absent() {
    return share.absent();
  }

  @Override
  public void check(BatchPlan plan) {
    importance.checkColumns(plan);
  }

  /** The columns of largest importance for their cost; of equal ones the first. */
  int[] of(double[] costs, float... weights) {
    if (share.budget() == ColumnShare.Budget.COLUMNS) {
      return share.first(weights.length, Comparator.comparingDouble(c -> -(double) weights[c]));
    }
    int[] order =
        IntStream.range(0, weights.length)
            .boxed()
            .sorted(Comparator.comparingDouble(c -> -weights[c] / Math.max(1, costs[c])))
            .mapToInt(Integer::intValue)
            .toArray();
    double left = share.rate() * Arrays.stream(costs).sum();
    int[] chosen = new int[order.length];
    int count = 0;
    for (int column : order) {
      if (costs[column] <= left) {
        chosen[count++] = column;
        left -= costs[column];
      }
    }
    return Arrays.copyOf(chosen, count);
  }

  @Override
  public LongFunction<Columns> open(SamplingContext context) {
    double[] costs = share.costs(context);
    return new ExplainedColumns(share, importance, context)
        .by((_, weights) -> Columns.of(of(costs, weights)));
  }
}
