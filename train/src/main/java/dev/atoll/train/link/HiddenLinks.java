package dev.atoll.train.link;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.train.batch.Neighborhood;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The positive links of a batch, removed from its message-passing edges: a model that sees a link
 * as an edge need not learn to predict it.
 */
final class HiddenLinks {
  /** Target in the upper half, source in the lower one; ascending once complete. */
  private long[] hidden = {};

  private int count;

  /** Starts an empty list for a number of links. */
  void begin(int links) {
    count = 0;
    hidden = hidden.length >= 2 * links ? hidden : new long[2 * links];
  }

  /** Hides a link in both directions; nodes by their numbers after partitioning. */
  void add(long a, long b) {
    hidden[count++] = a << Integer.SIZE | b;
    hidden[count++] = b << Integer.SIZE | a;
  }

  /** Completes the structure; called after the last link has been added. */
  void complete() {
    Arrays.sort(hidden, 0, count);
  }

  private boolean contains(long target, long source) {
    return Arrays.binarySearch(hidden, 0, count, target << Integer.SIZE | source) >= 0;
  }

  /**
   * The block without the hidden links.
   *
   * @param nodes of the sources, targets first, int32
   */
  Neighborhood without(Neighborhood block, MemorySegment nodes) {
    int edges = Math.toIntExact(block.edgeCount());
    long[] start = new long[block.targetCount() + 1];
    int[] column = new int[edges];
    float[] correction = block.correction() == null ? null : new float[edges];
    int kept = 0;
    for (int v = 0; v < block.targetCount(); v++) {
      long target = nodes.getAtIndex(JAVA_INT, v);
      long end = block.rowStart().getAtIndex(JAVA_LONG, v + 1L);
      for (long e = block.rowStart().getAtIndex(JAVA_LONG, v); e < end; e++) {
        int source = block.column().getAtIndex(JAVA_INT, e);
        if (!contains(target, nodes.getAtIndex(JAVA_INT, source))) {
          column[kept] = source;
          if (correction != null) {
            correction[kept] = block.correction().getAtIndex(JAVA_FLOAT, e);
          }
          kept++;
        }
      }
      start[v + 1] = kept;
    }
    return new Neighborhood(
        block.targetCount(),
        block.sourceCount(),
        kept,
        MemorySegment.ofArray(start),
        MemorySegment.ofArray(column),
        correction == null ? null : MemorySegment.ofArray(correction),
        block.targetDegree());
  }
}
