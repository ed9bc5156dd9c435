package dev.atoll.train.batch.shard;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.atoll.train.batch.HostCsr;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The core rows that read each halo row: the edges to the halo by their source, ascending.
 *
 * <pre>
 *   bytes of a halo row = its first reader, then the distance of each reader from the one before
 *   number              = seven bits a byte, lowest first; the highest bit says that more follow
 * </pre>
 *
 * An edge takes one byte where a halo row has readers at most 127 rows apart, two up to 16,383.
 */
final class HaloReaders implements AutoCloseable {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private final Arena memory = Arena.ofShared();

  /** The offset of every halo row's bytes. */
  private final long[] start;

  private final MemorySegment distances;

  /**
   * @param edges of the core rows; columns behind those are halo rows
   */
  HaloReaders(HostCsr edges, int core, int halo) {
    this.start = new long[halo + 1];
    int[] latest = new int[halo];
    forEachEdge(edges, core, latest, (row, distance) -> start[row + 1] += length(distance));
    Arrays.parallelPrefix(start, Long::sum);
    this.distances = memory.allocate(Math.max(1, start[halo]));
    long[] next = start.clone();
    Arrays.fill(latest, 0);
    forEachEdge(edges, core, latest, (row, distance) -> next[row] = write(next[row], distance));
  }

  private interface EdgeToHalo {
    void at(int haloRow, int distance);
  }

  private static void forEachEdge(HostCsr edges, int core, int[] latest, EdgeToHalo to) {
    for (int row = 0; row < core; row++) {
      for (long e = edges.start(row); e < edges.start(row + 1L); e++) {
        int haloRow = edges.columnOf(e) - core;
        if (haloRow >= 0) {
          to.at(haloRow, row - latest[haloRow]);
          latest[haloRow] = row;
        }
      }
    }
  }

  private static int length(int number) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(number | 1) + BITS - 1) / BITS;
  }

  private long write(long at, int number) {
    int left = number;
    long next = at;
    for (; left >= MORE; left >>>= BITS) {
      distances.set(JAVA_BYTE, next++, (byte) (left | MORE));
    }
    distances.set(JAVA_BYTE, next++, (byte) left);
    return next;
  }

  /** The most readers that a halo row may have. */
  int most(int haloRow) {
    return Math.toIntExact(start[haloRow + 1] - start[haloRow]);
  }

  /**
   * Writes the readers of a halo row among the first core rows.
   *
   * @return where the next ones are written
   */
  int copy(int haloRow, int targets, int[] into, int at) {
    int next = at;
    int row = 0;
    long end = start[haloRow + 1];
    for (long i = start[haloRow]; i < end; ) {
      int bits = distances.get(JAVA_BYTE, i++);
      int distance = bits & MORE - 1;
      for (int shift = BITS; bits < 0; shift += BITS) {
        bits = distances.get(JAVA_BYTE, i++);
        distance |= (bits & MORE - 1) << shift;
      }
      row += distance;
      if (row >= targets) {
        break;
      }
      into[next++] = row;
    }
    return next;
  }

  long heldBytes() {
    return (long) start.length * Long.BYTES + distances.byteSize();
  }

  @Override
  public void close() {
    memory.close();
  }
}
