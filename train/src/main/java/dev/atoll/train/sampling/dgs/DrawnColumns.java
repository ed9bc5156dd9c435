package dev.atoll.train.sampling.dgs;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.columns.ColumnPolicy;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.store.Columns;
import java.util.Comparator;
import java.util.function.LongFunction;

/**
 * A share of columns, drawn in every step by the importance that explanations find: unimportant
 * columns come seldom, but come. All columns until the first explanation is there.
 */
public record DrawnColumns(ColumnShare share, ImportanceSpec importance) implements ColumnPolicy {
  @Override
  public Absent absent() {
    return share.absent();
  }

  @Override
  public void check(BatchPlan plan) {
    importance.checkColumns(plan);
  }

  /**
   * Without repetition, one after the other in proportion to importance: those with the smallest
   * −ln(u) / importance (Efraimidis and Spirakis 2006).
   */
  int[] of(RandomKey step, float... importance) {
    double[] order = new double[importance.length];
    for (int c = 0; c < order.length; c++) {
      order[c] = -Math.log1p(-step.unit(c)) / importance[c];
    }
    return share.first(importance.length, Comparator.comparingDouble(column -> order[column]));
  }

  @Override
  public LongFunction<Columns> open(SamplingContext context) {
    RandomKey key = RandomKey.ofSeed(context.seed()).child("columns");
    return new ExplainedColumns(share, importance, context)
        .by((step, weights) -> of(key.child(step), weights));
  }
}
