package dev.atoll.formats;

import dev.atoll.graph.BadDataException;

/**
 * Sizes that data may claim. A number such as 1,000,000,000 among class numbers, node ids or column
 * numbers is nearly always a mistake, and would make Atoll reserve memory and disk space that the
 * data does not justify.
 */
public final class SizeLimits {
  private static final int SMALL_CLASSES = 1 << 16;
  private static final int SMALL_WIDTH = 1 << 20;
  private static final int SMALL_NODES = 1 << 24;

  /** The nodes or columns that one entry justifies. */
  private static final int PER_ENTRY = 16;

  private SizeLimits() {}

  /**
   * The number of classes: at most as many as nodes, or 65,536.
   *
   * @param nodes that have classes, or edges
   */
  public static int classes(Object place, long classes, long nodes) {
    return checked(
        place,
        classes,
        nodes,
        Math.max(SMALL_CLASSES, nodes),
        "%,d classes for %,d rows; expected 0 to %,d. Number classes from 0 without gaps:"
            + " np.unique(labels, return_inverse=True)[1]");
  }

  /**
   * The number of nodes that a file states or that follows from its largest id.
   *
   * @param entries edges or rows that were read
   */
  public static int nodes(Object place, long nodes, long entries) {
    return checked(
        place,
        nodes,
        entries,
        SMALL_NODES + PER_ENTRY * entries,
        "%,d nodes, but only %,d edges or rows of data; expected 0 to %,d nodes. Number nodes from"
            + " 0 without gaps, or bring features or labels of all of them");
  }

  /**
   * The number of columns that a file states or that follows from its largest column.
   *
   * @param entries that were read
   */
  public static int width(Object place, long columns, long entries) {
    return checked(
        place,
        columns,
        entries,
        SMALL_WIDTH + PER_ENTRY * entries,
        "%,d columns, but only %,d entries; expected 0 to %,d columns. Number columns from 0"
            + " without gaps");
  }

  private static int checked(Object place, long size, long rows, long limit, String message) {
    long most = Math.min(Integer.MAX_VALUE, limit);
    if (size < 0 || size > most) {
      throw BadDataException.at(place, message.formatted(size, rows, most));
    }
    return (int) size;
  }
}
