package dev.atoll.graph.sample;

/**
 * Numbers nodes in the order in which they first appear, by a table with a cell for every node of
 * the graph. A cell holds the place plus a base that moves on with every batch, so the table is
 * cleared only when the base would overflow.
 */
final class LocalIds implements AutoCloseable {
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
    long cells = table.address();
    int first = base;
    int limit = nodeCount;
    int known = count;
    for (long e = from; e < to; e++) {
      int node = RawMemory.intAt(column, e);
      if (node < 0 || node >= limit) {
        count = known; // what was numbered stays known, so that it can be forgotten
        throw new IndexOutOfBoundsException("node " + node + " of " + limit);
      }
      // Whether a node is new is a coin toss, so it is computed with, not branched on.
      int place = RawMemory.intAt(cells, node) - first;
      int isNew = place >>> 31;
      place += (known - place) & -isNew;
      RawMemory.setInt(nodes, known, node);
      RawMemory.setInt(cells, node, place + first);
      RawMemory.setInt(column, e, place);
      known += isNew;
    }
    count = known;
  }

  @Override
  public void close() {
    table.close();
  }
}
