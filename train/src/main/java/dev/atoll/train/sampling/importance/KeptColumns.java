package dev.atoll.train.sampling.importance;

import java.util.List;
import java.util.function.Supplier;

/**
 * The columns that a worker pulls of remote rows, where importance chooses them: those of the
 * latest step. Steps may be prepared by several threads, in any order.
 */
public final class KeptColumns implements AutoCloseable {
  private long latest = -1;
  private Supplier<List<Integer>> columns = List::of;

  /** No columns yet. */
  public KeptColumns() {}

  /**
   * Sets the columns of a step.
   *
   * @param chosen their numbers, ascending
   */
  public synchronized void at(long step, Supplier<List<Integer>> chosen) {
    if (step >= latest) {
      latest = step;
      columns = chosen;
    }
  }

  /** The columns of the latest step; none where importance does not choose columns. */
  public synchronized List<Integer> latest() {
    return columns.get();
  }

  /** Nothing is held. */
  @Override
  public void close() {}
}
