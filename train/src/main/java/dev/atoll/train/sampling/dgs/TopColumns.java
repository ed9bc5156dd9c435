package dev.atoll.train.sampling.dgs;

import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.columns.ColumnPolicy;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.store.Columns;
import java.util.Comparator;
import java.util.function.LongFunction;

/** The share of columns that explanations find most important; all until the first is there. */
public record TopColumns(ColumnShare share, ImportanceSpec importance) implements ColumnPolicy {
  @Override
  public Absent absent() {
    return share.absent();
  }

  @Override
  public void check(BatchPlan plan) {
    importance.checkColumns(plan);
  }

  /** The columns of largest importance; of equal ones the first. */
  int[] of(float... importance) {
    return share.first(
        importance.length, Comparator.comparingDouble(column -> -(double) importance[column]));
  }

  @Override
  public LongFunction<Columns> open(SamplingContext context) {
    return new ExplainedColumns(share, importance, context).by((_, weights) -> of(weights));
  }
}
