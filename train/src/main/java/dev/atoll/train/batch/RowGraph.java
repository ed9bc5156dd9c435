package dev.atoll.train.batch;

/** A graph in the order of its rows on a device. */
public interface RowGraph {
  /** The dataset's own number of a row. */
  long id(int row);

  boolean isSymmetric();

  /**
   * The edges of all rows.
   *
   * @param selfLoops whether every row is its own neighbour, once
   */
  HostCsr edges(boolean selfLoops);

  /** The number of neighbours of a row in the whole graph. */
  default long degree(int row, HostCsr edges, boolean selfLoops) {
    return edges.start(row + 1L) - edges.start(row);
  }
}
