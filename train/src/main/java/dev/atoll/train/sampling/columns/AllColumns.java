package dev.atoll.train.sampling.columns;

import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.store.Columns;
import java.util.function.LongFunction;

/** Whole rows. */
public record AllColumns() implements ColumnPolicy {
  @Override
  public Absent absent() {
    return Absent.ZERO;
  }

  @Override
  public boolean pullsAll() {
    return true;
  }

  @Override
  public LongFunction<Columns> open(SamplingContext context) {
    return _ -> Columns.ALL;
  }
}
