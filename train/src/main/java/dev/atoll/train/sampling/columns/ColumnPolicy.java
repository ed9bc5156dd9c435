package dev.atoll.train.sampling.columns;

import dev.atoll.train.sampling.BatchPolicy;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.store.Columns;
import java.util.function.LongFunction;

/** Selects the columns of remote feature rows that a step pulls: the slot {@code columns}. */
public interface ColumnPolicy extends BatchPolicy {
  /** The value of an element that was not pulled. */
  enum Absent {
    ZERO,
    /** The mean of its column over all nodes. */
    MEAN
  }

  /** Whole rows. */
  static ColumnPolicy all() {
    return new AllColumns();
  }

  /** The value of an element that this policy did not pull. */
  Absent absent();

  /** Whether rows are always pulled whole. */
  default boolean pullsAll() {
    return false;
  }

  /**
   * Opens the policy on one worker; all workers open theirs together, once sampling has begun.
   *
   * @return the columns by step of the run
   */
  LongFunction<Columns> open(SamplingContext context);
}
