package dev.atoll.graph.sample;

import dev.atoll.graph.memory.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Numbers nodes in the order in which they first appear, by a table with an entry for every node of
 * the graph. An entry holds the index plus a base that moves on with every batch, so the table is
 * cleared only when the base would overflow.
 */
final class LocalIds implements AutoCloseable {
  private final int nodeCount;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment table;
  private int base;

  /** Nodes numbered so far. */
  private int count;

  LocalIds(int nodeCount) {
    this(nodeCount, 1);
  }

  /** Local ids with a base as after many batches, for tests. */
  LocalIds(int nodeCount, int base) {
    this.nodeCount = nodeCount;
    this.base = base;
    this.table = arena.allocate((long) nodeCount * Integer.BYTES, Long.BYTES);
  }

  int count() {
    return count;
  }

  /** Forgets all nodes. */
  void begin() {
    base += count;
    count = 0;
    if (base > Integer.MAX_VALUE - nodeCount) {
      table.fill((byte) 0);
      base = 1;
    }
  }

  /** Numbers seeds and puts them into the list of nodes. */
  void addSeeds(long[] seeds, int from, int to, long nodes) {
    for (int i = from; i < to; i++) {
      long seed = seeds[i];
      Seeds.check(seed, nodeCount);
      int known = RawMemory.alignedIntAt(table.address(), seed) - base;
      if (known >= 0) {
        throw Seeds.repeated(seed, from + known, i);
      }
      RawMemory.setAlignedInt(table.address(), seed, base + count);
      RawMemory.setInt(nodes, count++, (int) seed);
    }
  }

  /**
   * Replaces nodes that have an index by it, and lists the edges to others. May run on several
   * threads, also while another one numbers nodes: an index, once given, stays for the batch, and
   * an edge that is listed although its node has just got its index is found out by {@link
   * #number}.
   *
   * @param column address of int32 elements, one per edge
   * @param pending address of int32 elements, as many, for the listed edges
   * @return how many edges are listed
   */
  int resolve(long column, int size, long pending) {
    readEntries(column, size, pending);
    int first = base;
    int listed = 0;
    for (int i = 0; i < size; i++) {
      int node = RawMemory.intAt(column, i);
      int place = RawMemory.intAt(pending, i) - first;
      int isNew = place >>> 31;
      // Whether a node is new is a coin toss, so it is computed with, not branched on.
      RawMemory.setInt(column, i, place + ((node - place) & -isNew));
      RawMemory.setInt(pending, listed, i);
      listed += isNew;
    }
    return listed;
  }

  /**
   * Reads table entries in a separate loop, because here no address depends on a value read: the
   * processor has many reads in flight at once. If the table exceeds the cache that is three times
   * as fast.
   */
  private void readEntries(long column, int size, long into) {
    long places = table.address();
    int limit = nodeCount;
    for (int i = 0; i < size; i++) {
      int node = Objects.checkIndex(RawMemory.intAt(column, i), limit);
      RawMemory.setInt(into, i, RawMemory.alignedIntAt(places, node));
    }
  }

  /**
   * Numbers the nodes of listed edges, in their order; new nodes are appended to the list of nodes.
   *
   * @param nodes address of the list, with capacity for one more node than possible
   */
  void number(long column, long pending, int listed, long nodes) {
    int most = count + countUnknown(column, pending, listed);
    long places = table.address();
    int first = base;
    int known = count;
    for (int i = 0; i < listed; i++) {
      int edge = RawMemory.intAt(pending, i);
      int node = RawMemory.intAt(column, edge);
      int place = RawMemory.alignedIntAt(places, node) - first;
      int isNew = place >>> 31;
      place += (known - place) & -isNew;
      RawMemory.setInt(nodes, known, node);
      RawMemory.setAlignedInt(places, node, place + first);
      RawMemory.setInt(column, edge, place);
      known += isNew;
    }
    if (known > most) {
      throw new IllegalStateException("a sampler was used by two threads at once");
    }
    count = known;
  }

  /**
   * Counts the listed edges whose node has no local id yet. Brings entries into this core's cache,
   * as {@link #readEntries} did for the core that listed the edges.
   */
  private int countUnknown(long column, long pending, int listed) {
    long places = table.address();
    int first = base;
    int unknown = 0;
    for (int i = 0; i < listed; i++) {
      int node = RawMemory.intAt(column, RawMemory.intAt(pending, i));
      unknown += (RawMemory.alignedIntAt(places, node) - first) >>> 31;
    }
    return unknown;
  }

  long heldBytes() {
    return table.byteSize();
  }

  @Override
  public void close() {
    arena.close();
  }
}
