package dev.atoll.graph.link;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.memory.GrowingBuffer;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The neighbours of some heads, picked from local and remote rows; heads without an entry have no
 * known tails. Memory is reused by later picks.
 */
public final class PickedNeighbors implements KnownLinks, AutoCloseable {
  private final NeighborSource graph;
  private final NodeNumbering numbering;
  private final NeighborPicks picks = new NeighborPicks();
  private final GrowingBuffer asked = new GrowingBuffer();
  private int[] heads = {};
  private int[] start = {0};
  private int[] tails = {};

  /** An empty set: before the first pick, no head has a known tail. */
  public PickedNeighbors(NeighborSource graph, NodeNumbering numbering) {
    this.graph = graph;
    this.numbering = numbering;
  }

  /**
   * Picks all neighbours of nodes; may ask peers.
   *
   * @param nodes numbers after partitioning
   */
  public void pick(long[] nodes) {
    int[] frontier =
        Arrays.stream(nodes)
            .distinct()
            .mapToObj(node -> new int[] {id((int) node), (int) node})
            .sorted((a, b) -> Integer.compare(a[0], b[0]))
            .mapToInt(pair -> pair[1])
            .toArray();
    heads = Arrays.stream(frontier).map(this::id).toArray();
    long bytes = (long) frontier.length * Integer.BYTES;
    asked.reserve(bytes);
    asked.view(bytes).copyFrom(MemorySegment.ofArray(frontier));
    graph.pick(asked.view(bytes), frontier.length, Fanouts.ALL, RandomKey.ofSeed(0), picks);
    sort();
  }

  private void sort() {
    int edges = Math.toIntExact(picks.edgeCount());
    if (tails.length < edges) {
      tails = new int[edges + edges / 4];
    }
    MemorySegment neighbors = picks.neighbors();
    for (int edge = 0; edge < edges; edge++) {
      tails[edge] = id(neighbors.getAtIndex(JAVA_INT, edge));
    }
    start = new int[heads.length + 1];
    for (int row = 0; row < heads.length; row++) {
      start[row + 1] = Math.toIntExact(picks.rowStart(row + 1));
      Arrays.sort(tails, start[row], start[row + 1]);
    }
  }

  private int id(int node) {
    return numbering.original(node);
  }

  private int row(int head) {
    return Arrays.binarySearch(heads, head);
  }

  @Override
  public boolean contains(int head, int relation, int tail) {
    int row = row(head);
    return row >= 0 && Arrays.binarySearch(tails, start[row], start[row + 1], tail) >= 0;
  }

  @Override
  public void forEachTail(int head, int relation, IntConsumer sink) {
    int row = row(head);
    if (row >= 0) {
      Arrays.stream(tails, start[row], start[row + 1]).forEach(sink);
    }
  }

  @Override
  public int count(int head) {
    int row = row(head);
    return row < 0 ? 0 : start[row + 1] - start[row];
  }

  @Override
  public void close() {
    picks.close();
    asked.close();
  }
}
