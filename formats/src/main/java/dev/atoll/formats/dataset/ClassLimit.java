package dev.atoll.formats.dataset;

import dev.atoll.graph.BadDataException;

/**
 * The most classes that labels may have: as many as nodes, or 65,536 on small graphs. A model has
 * weights for every class, so a number such as 1,000,000,000 among the labels, which is no class
 * number, would ask for memory that the data does not justify.
 */
public final class ClassLimit {
  private static final int SMALL = 1 << 16;

  private ClassLimit() {}

  /** Whether so many classes are plausible. */
  public static boolean allows(long classes, long nodes) {
    return classes >= 0 && classes <= Math.max(SMALL, nodes);
  }

  /** The number of classes, if it is plausible. */
  public static int require(Object place, long classes, long nodes) {
    if (!allows(classes, nodes)) {
      throw BadDataException.at(
          place,
          "%,d classes for %,d nodes; expected 0 to %,d. Number classes from 0 without gaps: np.unique(labels, return_inverse=True)[1]"
              .formatted(classes, nodes, Math.max(SMALL, nodes)));
    }
    return (int) classes;
  }
}
