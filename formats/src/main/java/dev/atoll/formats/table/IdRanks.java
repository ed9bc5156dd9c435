package dev.atoll.formats.table;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.NodeIds;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Numbers the ids that occur in edges 0, 1, 2 … in ascending order: one bit per possible id, and
 * how many bits are set before each word. Needs a quarter of a byte per possible id.
 */
final class IdRanks {
  private static final VarHandle WORD = JAVA_LONG.varHandle();

  private final MemorySegment bits;
  private final MemorySegment before;
  private final long words;
  private final long largest;
  private long count;

  private IdRanks(long largest, Arena arena) {
    this.largest = largest;
    this.words = (largest >> 6) + 1;
    this.bits = arena.allocate(JAVA_LONG, words);
    this.before = arena.allocate(JAVA_LONG, words);
  }

  static IdRanks of(EdgeSource edges, long largest, Arena arena) {
    IdRanks ranks = new IdRanks(largest, arena);
    Parallel.forEach(
        Parallel.allCores(),
        edges.chunkCount(),
        chunk ->
            edges.forEach(
                chunk,
                (source, target) -> {
                  ranks.mark(source);
                  ranks.mark(target);
                }));
    ranks.sumUp();
    return ranks;
  }

  private void mark(long id) {
    long bit = 1L << id;
    long word = (id >> 6) * Long.BYTES;
    if ((bits.get(JAVA_LONG, word) & bit) == 0) {
      WORD.getAndBitwiseOr(bits, word, bit);
    }
  }

  private void sumUp() {
    for (long word = 0; word < words; word++) {
      before.setAtIndex(JAVA_LONG, word, count);
      count += Long.bitCount(bits.getAtIndex(JAVA_LONG, word));
    }
  }

  long count() {
    return count;
  }

  /** The number of smaller ids. */
  long of(long id) {
    long word = id >> 6;
    long smaller = bits.getAtIndex(JAVA_LONG, word) & ((1L << id) - 1);
    return before.getAtIndex(JAVA_LONG, word) + Long.bitCount(smaller);
  }

  /** Keeps the ids, unless they say no more than 0, 1, 2, … */
  void write(DatasetWriter writer) throws IOException {
    if (count == largest + 1) {
      return;
    }
    try (Arena arena = Arena.ofShared()) {
      MemorySegment ids = arena.allocate(JAVA_LONG, count);
      long next = 0;
      for (long word = 0; word < words; word++) {
        long left = bits.getAtIndex(JAVA_LONG, word);
        for (; left != 0; left &= left - 1) {
          ids.setAtIndex(JAVA_LONG, next++, (word << 6) + Long.numberOfTrailingZeros(left));
        }
      }
      writer.ids(new NodeIds.Numbers(count, ids));
    }
  }
}
