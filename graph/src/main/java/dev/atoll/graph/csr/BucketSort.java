package dev.atoll.graph.csr;

import dev.atoll.graph.EdgeData;
import dev.atoll.graph.memory.GrowingBuffer;
import dev.atoll.graph.memory.RawMemory;
import java.util.Arrays;

/**
 * Sorts the arcs of a bucket into rows, by counting, and each row by source. Equal arcs ascend by
 * the {@linkplain EdgeData#rank rank} of their data, then by number; if they are to be stored once,
 * the last stays. One thread sorts one bucket after the other.
 */
final class BucketSort implements AutoCloseable {
  private static final int MOST = Integer.MAX_VALUE - 8;

  private final boolean dedupe;
  private final EdgeData data;
  private final OriginArray numbering;
  private final GrowingBuffer sources = new GrowingBuffer();
  private final GrowingBuffer numbers = new GrowingBuffer();
  private long[] ends = {};
  private int[] row = {};
  private long[] keys = {};
  private long[] origins = {};

  BucketSort(boolean dedupe, EdgeData data, OriginArray numbering) {
    this.dedupe = dedupe;
    this.data = data;
    this.numbering = numbering;
  }

  /** Takes the sorted rows of a bucket, one after the other. */
  @FunctionalInterface
  interface RowTaker {
    /**
     * Takes a row.
     *
     * @param origins the numbers of the edges; of no use where they have none
     */
    void take(int target, int[] sources, long[] origins, int count);
  }

  /** Sorts the arcs to the targets from {@code first} to before {@code end}. */
  void sort(ArcBucket bucket, int first, int end, RowTaker taker) {
    place(bucket, first, end - first);
    long from = 0;
    for (int target = first; target < end; target++) {
      long to = ends[target - first];
      int degree = load(target, from, to - from);
      taker.take(target, row, origins, numbering.bytes() == 0 ? plain(degree) : numbered(degree));
      from = to;
    }
  }

  /** Places arcs by their targets; row r then ends at {@code ends[r]}. */
  private void place(ArcBucket bucket, int first, int rows) {
    if (ends.length < rows) {
      ends = new long[rows];
    }
    Arrays.fill(ends, 0, rows, 0);
    bucket.forEach((target, _, _) -> ends[target - first]++);
    long start = 0;
    for (int i = 0; i < rows; i++) {
      long count = ends[i];
      ends[i] = start;
      start += count;
    }
    long sourceAt = sources.reserve(start * Integer.BYTES);
    long numberAt = numbers.reserve(start * numbering.bytes());
    bucket.forEach(
        (target, source, number) -> {
          long place = ends[target - first]++;
          RawMemory.setInt(sourceAt, place, source);
          numbering.set(numberAt, place, number);
        });
  }

  private int load(int target, long from, long degree) {
    if (degree > MOST) {
      throw new IllegalArgumentException(
          "node %d has %d in-neighbours; at most %d can be put in order"
              .formatted(target, degree, MOST));
    }
    if (degree > row.length) {
      int room = (int) Math.min(MOST, Math.max(degree, 2L * row.length));
      row = new int[room];
      if (numbering.bytes() > 0) {
        keys = new long[room];
        origins = new long[room];
      }
    }
    for (int i = 0; i < degree; i++) {
      row[i] = RawMemory.intAt(sources.address(), from + i);
    }
    if (numbering.bytes() > 0) {
      for (int i = 0; i < degree; i++) {
        keys[i] = (long) row[i] << Integer.SIZE | i;
        origins[i] = numbering.at(numbers.address(), from + i);
      }
    }
    return (int) degree;
  }

  /** Sorts a row of arcs without numbers; returns the number of arcs that stay. */
  private int plain(int degree) {
    Arrays.sort(row, 0, degree);
    if (!dedupe) {
      return degree;
    }
    int kept = Math.min(degree, 1);
    for (int i = 1; i < degree; i++) {
      if (row[i] != row[kept - 1]) {
        row[kept++] = row[i];
      }
    }
    return kept;
  }

  /** Sorts a row of arcs with numbers; returns the number of arcs that stay. */
  private int numbered(int degree) {
    Arrays.sort(keys, 0, degree);
    int kept = 0;
    int end;
    for (int i = 0; i < degree; i = end) {
      int source = (int) (keys[i] >>> Integer.SIZE);
      end = i + 1;
      while (end < degree && keys[end] >>> Integer.SIZE == source) {
        end++;
      }
      replaceByOrigins(i, end);
      int stays = dedupe ? 1 : end - i;
      for (int k = end - stays; k < end; k++) {
        row[kept] = source;
        keys[kept++] = keys[k];
      }
    }
    System.arraycopy(keys, 0, origins, 0, kept);
    return kept;
  }

  /**
   * Replaces the keys of equal arcs by their numbers, in order; where one stays, the last is it.
   */
  private void replaceByOrigins(int from, int to) {
    for (int k = from; k < to; k++) {
      keys[k] = origins[(int) keys[k]];
    }
    if (to - from == 1) {
      return;
    }
    if (dedupe) {
      for (int k = from; k < to - 1; k++) {
        if (compare(keys[k], keys[to - 1]) > 0) {
          long later = keys[k];
          keys[k] = keys[to - 1];
          keys[to - 1] = later;
        }
      }
    } else {
      sortByRank(from, to);
    }
  }

  private int compare(long edge, long other) {
    int byRank = Integer.compare(data.rank(edge), data.rank(other));
    return byRank != 0 ? byRank : Long.compare(edge, other);
  }

  private void sortByRank(int from, int to) {
    Arrays.sort(keys, from, to);
    long[] ascending = Arrays.copyOfRange(keys, from, to);
    for (int k = from; k < to; k++) {
      keys[k] = (long) data.rank(keys[k]) << Integer.SIZE | k - from;
    }
    Arrays.sort(keys, from, to);
    for (int k = from; k < to; k++) {
      keys[k] = ascending[(int) keys[k]];
    }
  }

  @Override
  public void close() {
    sources.close();
    numbers.close();
  }
}
