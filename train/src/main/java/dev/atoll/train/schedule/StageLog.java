package dev.atoll.train.schedule;

/** Hears of every task that has run; called by any thread. */
@FunctionalInterface
public interface StageLog {
  /**
   * A task of a step's batch has run.
   *
   * @param begun a moment of {@link System#nanoTime}
   */
  void ran(Stage<?> task, int step, long begun, long ended);
}
