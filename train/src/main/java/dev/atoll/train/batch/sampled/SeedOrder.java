package dev.atoll.train.batch.sampled;

/**
 * The seeds of every worker and step. A pure function of the run's key that every worker can
 * compute for all workers; all take the same number of steps.
 */
public interface SeedOrder {
  /** Steps of an epoch. */
  int steps();

  /** Whether a worker has the same seeds in all epochs. */
  boolean isFixed();

  /** The seeds of a worker in an epoch, in their order. */
  long[] of(int worker, int epoch);

  /** The index of a step's first seed among a worker's seeds in that epoch. */
  int from(int worker, int epoch, int step);

  /** Seeds of a step on all workers. */
  int batchNodes(int epoch, int step);
}
