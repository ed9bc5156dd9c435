package dev.atoll.train.schedule;

/** Is notified of every stage that has run; called by any thread. */
@FunctionalInterface
public interface StageLog {
  /**
   * A stage of a step's batch has run.
   *
   * @param begun a moment of {@link System#nanoTime}
   */
  void ran(Stage<?> stage, int step, long begun, long ended);
}
