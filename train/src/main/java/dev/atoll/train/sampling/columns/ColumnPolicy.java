package dev.atoll.train.sampling.columns;

import dev.atoll.train.sampling.BatchPlan;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.store.Columns;
import java.util.Optional;
import java.util.function.LongFunction;

/** Selects the columns of remote feature rows that a step pulls: the slot {@code columns}. */
public interface ColumnPolicy {
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
   * Checks the other settings of mini-batches.
   *
   * @throws IllegalArgumentException when this policy cannot work with them
   */
  default void check(BatchPlan plan) {}

  /**
   * For what the policy reads the number of epochs; empty when it never does. A run of a policy
   * that does cannot be trained longer: its beginning would have been another.
   */
  default Optional<String> lengthUse() {
    return Optional.empty();
  }

  /** Whether the columns depend on results of training. */
  default boolean readsResults() {
    return false;
  }

  /** The steps of a run after which batches are as they stay. */
  default long stepsToSettle() {
    return 0;
  }

  /**
   * Opens the policy on one worker; all workers open theirs together, once sampling has begun.
   *
   * @return the columns by step of the run
   */
  LongFunction<Columns> open(SamplingContext context);
}
