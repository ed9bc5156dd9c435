package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** The roles of nodes, training, validation or test: one byte per node. */
public record Split(String name, long rows, MemorySegment data) {
  public static final int NONE = -1;
  public static final int TRAIN = 0;
  public static final int VALIDATION = 1;
  public static final int TEST = 2;

  public int role(long node) {
    return data.get(JAVA_BYTE, node);
  }

  /** The nodes of one role, ascending. */
  public long[] nodes(int role) {
    long[] found = new long[Math.toIntExact(count(role))];
    int next = 0;
    for (long node = 0; node < rows; node++) {
      if (role(node) == role) {
        found[next++] = node;
      }
    }
    return found;
  }

  /**
   * The nodes of one role, ascending; an error with the counts of all roles if there are no such
   * nodes.
   */
  public long[] require(int role) {
    long[] found = nodes(role);
    if (found.length == 0) {
      throw new BadDataException(
          "split '%s' has no %s node: of %d nodes %d train, %d validate, %d test"
              .formatted(name, roleName(role), rows, count(TRAIN), count(VALIDATION), count(TEST)));
    }
    return found;
  }

  private static String roleName(int role) {
    return switch (role) {
      case TRAIN -> "training";
      case VALIDATION -> "validation";
      case TEST -> "test";
      default -> "unused";
    };
  }

  public long count(int role) {
    long count = 0;
    for (long node = 0; node < rows; node++) {
      count += role(node) == role ? 1 : 0;
    }
    return count;
  }
}
