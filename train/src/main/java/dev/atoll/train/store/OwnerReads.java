package dev.atoll.train.store;

/** Counts the rows that a store reads of their owners. */
@FunctionalInterface
public interface OwnerReads {
  /** Adds rows of a worker. */
  void add(int owner, long rows);
}
