package dev.atoll.train.store;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/**
 * Reads the feature rows of nodes, wherever they are stored. Each reading thread has its own.
 *
 * <p>Stores nest: a wrapper copies the rows that it keeps and reads the others of the store below,
 * in one gather. It copies meanwhile, so that nothing delays the requests of the lowest store:
 *
 * <pre>{@code
 * below.gather(read.only(others, count), () -> {
 *   copyKept(read);
 *   meanwhile.run();
 * });
 * }</pre>
 */
public interface FeatureStore {
  /** Elements of a feature row. */
  int width();

  /**
   * Reads the rows of nodes.
   *
   * @param meanwhile is run once by the calling thread, if possible while rows are under way: it
   *     may write other rows of the same destination
   */
  void gather(FeatureRead read, Runnable meanwhile);

  /**
   * Reads the rows of nodes.
   *
   * @param nodes numbers after partitioning, int32
   * @param columns the columns that are pulled from other workers, and the values of the others.
   *     Local rows are read whole, unless they are covered as well
   * @param into gets one row per node
   * @param degrees receives the in-degree of every node, itself counted once as its own neighbour;
   *     null when not wanted
   */
  default void gather(
      MemorySegment nodes, int count, Columns columns, RowSink into, int[] degrees) {
    gather(new FeatureRead(nodes, count, null, columns, into, degrees), () -> {});
  }

  /** Reads whole rows into a matrix in host memory. */
  default void gather(MemorySegment nodes, int count, Matrix into, int[] degrees) {
    gather(nodes, count, Columns.ALL, new RowSink.Dense(into), degrees);
  }
}
