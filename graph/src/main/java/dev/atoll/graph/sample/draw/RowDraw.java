package dev.atoll.graph.sample.draw;

/** Draws neighbours with unequal probabilities. Used by several threads at once. */
public interface RowDraw {
  /** Whether picks have corrections; otherwise all picks of a row have equal weight. */
  default boolean corrects() {
    return true;
  }

  /** Throws when memory that is read without checks has been closed. */
  default void requireOpen() {}

  /**
   * Draws edges of a row without repetition.
   *
   * @param key bits of the row's key
   * @param count at most the row's degree
   * @param into the edges, from {@code at} on
   * @param corrections address of {@code count} float32 elements for 1 / probability of being
   *     drawn; not accessed unless {@link #corrects}
   */
  void draw(long key, long row, int count, long[] into, int at, long corrections);
}
