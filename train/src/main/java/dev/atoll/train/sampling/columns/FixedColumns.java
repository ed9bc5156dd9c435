package dev.atoll.train.sampling.columns;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.store.Columns;
import java.util.Comparator;
import java.util.function.LongFunction;

/**
 * A random share of the columns, the same in the whole run: the blind cut that any choice by
 * importance must beat at equal bytes.
 */
public record FixedColumns(ColumnShare share) implements ColumnPolicy {
  @Override
  public Absent absent() {
    return share.absent();
  }

  @Override
  public LongFunction<Columns> open(SamplingContext context) {
    RandomKey key = RandomKey.ofSeed(context.seed()).child("columns");
    int[] chosen =
        share.first(
            context.ownRows().width(), Comparator.comparingLong(column -> key.draw(column)));
    Columns columns = share.filling(context).apply(Columns.of(chosen));
    return _ -> columns;
  }
}
