package dev.atoll.train.sampling.columns;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.store.Columns;
import java.util.Comparator;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/** A random share of the columns, a new one in every step: the +RF baselines of DGS. */
public record RandomColumns(ColumnShare share) implements ColumnPolicy {
  public RandomColumns(double rate, Absent absent) {
    this(new ColumnShare(rate, absent));
  }

  @Override
  public Absent absent() {
    return share.absent();
  }

  /** The columns of a step, the same on all workers. */
  int[] of(int width, RandomKey step) {
    return share.first(width, Comparator.comparingLong(column -> step.draw(column)));
  }

  @Override
  public LongFunction<Columns> open(SamplingContext context) {
    RandomKey key = RandomKey.ofSeed(context.seed()).child("columns");
    UnaryOperator<Columns> filling = share.filling(context);
    int width = context.ownRows().width();
    return step -> filling.apply(Columns.of(of(width, key.child(step))));
  }
}
