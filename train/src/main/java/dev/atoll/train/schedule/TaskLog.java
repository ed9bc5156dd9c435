package dev.atoll.train.schedule;

import dev.atoll.train.dag.Task;

/** Hears of every task that has run; called by any thread. */
@FunctionalInterface
public interface TaskLog {
  /**
   * A task of a step's batch has run.
   *
   * @param begun a moment of {@link System#nanoTime}
   */
  void ran(Task<?> task, int step, long begun, long ended);
}
