package dev.atoll.train.link;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.train.batch.Neighborhood;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;

/**
 * The links that a batch asks about, taken out of what its messages travel on: a model that is
 * shown a link need not learn to see it.
 */
final class HiddenLinks {
  private final Set<Long> hidden = new HashSet<>();

  void clear() {
    hidden.clear();
  }

  /** Hides a link in both directions; nodes by their numbers after partitioning. */
  void add(long a, long b) {
    hidden.add(a << Integer.SIZE | b);
    hidden.add(b << Integer.SIZE | a);
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
        if (!hidden.contains(target << Integer.SIZE | nodes.getAtIndex(JAVA_INT, source))) {
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
