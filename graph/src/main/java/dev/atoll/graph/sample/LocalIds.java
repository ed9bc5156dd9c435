package dev.atoll.graph.sample;

import java.util.Objects;

/**
 * Numbers nodes in the order in which they first appear, by a table with a cell for every node of
 * the graph. A cell holds the place plus a base that moves on with every batch, so the table is
 * cleared only when the base would overflow.
 */
final class LocalIds implements AutoCloseable {
  /** Edges whose cells fit into the second-level cache. */
  private static final int BLOCK = 1024;

  private final int nodeCount;
  private final GrowingBuffer table = new GrowingBuffer();
  private int base = 1;

  /** Nodes numbered so far. */
  private int count;

  LocalIds(int nodeCount) {
    this.nodeCount = nodeCount;
    table.reserve((long) nodeCount * Integer.BYTES);
  }

  int count() {
    return count;
  }

  /** Forgets all nodes. */
  void begin() {
    base += count;
    count = 0;
    if (base > Integer.MAX_VALUE - nodeCount) {
      table.view((long) nodeCount * Integer.BYTES).fill((byte) 0);
      base = 1;
    }
  }

  /** Numbers seeds and puts them into the list of nodes. */
  void addSeeds(long[] seeds, int from, int to, long nodes) {
    for (int i = from; i < to; i++) {
      long seed = seeds[i];
      Seeds.check(seed, nodeCount);
      int known = RawMemory.intAt(table.address(), seed) - base;
      if (known >= 0) {
        throw Seeds.repeated(seed, from + known, i);
      }
      RawMemory.setInt(table.address(), seed, base + count);
      RawMemory.setInt(nodes, count++, (int) seed);
    }
  }

  /**
   * Replaces nodes by their places; new ones are put at the end of the list of nodes.
   *
   * @param column address of int32 cells
   * @param nodes address of the list, with room for one more than there can be
   */
  void relabel(long column, long from, long to, long nodes) {
    for (long e = from; e < to; e += BLOCK) {
      int size = (int) Math.min(BLOCK, to - e);
      int before = count;
      int unknown = countUnknown(column + e * Integer.BYTES, size);
      relabelBlock(column + e * Integer.BYTES, size, nodes);
      if (count - before > unknown) {
        throw new IllegalStateException("a sampler was used by two threads at once");
      }
    }
  }

  /**
   * Edges to nodes without a number. Also brings their cells into the cache: nothing here waits for
   * what is read, so many reads are under way at once. Without this pass the next one takes three
   * times as long where the table exceeds the cache.
   */
  private int countUnknown(long column, int size) {
    long cells = table.address();
    int limit = nodeCount;
    int first = base;
    int unknown = 0;
    for (int i = 0; i < size; i++) {
      int node = Objects.checkIndex(RawMemory.intAt(column, i), limit);
      unknown += (RawMemory.intAt(cells, node) - first) >>> 31;
    }
    return unknown;
  }

  private void relabelBlock(long column, int size, long nodes) {
    long cells = table.address();
    int first = base;
    int known = count;
    for (int i = 0; i < size; i++) {
      int node = RawMemory.intAt(column, i);
      // Whether a node is new is a coin toss, so it is computed with, not branched on.
      int place = RawMemory.intAt(cells, node) - first;
      int isNew = place >>> 31;
      place += (known - place) & -isNew;
      RawMemory.setInt(nodes, known, node);
      RawMemory.setInt(cells, node, place + first);
      RawMemory.setInt(column, i, place);
      known += isNew;
    }
    count = known;
  }

  @Override
  public void close() {
    table.close();
  }
}
