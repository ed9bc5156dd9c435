package dev.atoll.train.sampling;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.draw.LocalBias;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Neighbours of remote seeds, cached because they are needed in every epoch. A draw is a function
 * of a node's neighbours, so that it does not matter which worker draws, and the first hop of a
 * batch needs no communication round.
 */
public final class CachedNeighbors {
  private final int[] nodes;
  private final LocalNeighbors rows;

  private CachedNeighbors(int[] nodes, LocalNeighbors rows) {
    this.nodes = nodes;
    this.rows = rows;
  }

  /**
   * Asks the owners for all neighbours of some nodes.
   *
   * @param nodes ascending
   * @param memory holds the rows
   */
  public static CachedNeighbors ask(
      int[] nodes, NeighborSource owners, NodeNumbering numbering, Arena memory, int threads) {
    MemorySegment ids = memory.allocate(JAVA_INT, Math.max(1, nodes.length));
    for (int i = 0; i < nodes.length; i++) {
      ids.setAtIndex(JAVA_INT, i, numbering.original(nodes[i]));
    }
    try (var picked = new NeighborPicks();
        Arena passing = Arena.ofShared()) {
      MemorySegment frontier = passing.allocate(JAVA_INT, Math.max(1, nodes.length));
      MemorySegment.copy(nodes, 0, frontier, JAVA_INT, 0, nodes.length);
      owners.pick(frontier, nodes.length, Fanouts.ALL, new RandomKey(0), picked);
      var rows =
          new RowSlice(
              0,
              nodes.length,
              owners.nodeCount(),
              kept(picked.rowStart(), memory),
              kept(picked.neighbors(), memory));
      return new CachedNeighbors(
          nodes, LocalNeighbors.ofRows(rows, NodeNumbering.of(ids)).withThreads(threads));
    }
  }

  private static MemorySegment kept(MemorySegment passing, Arena memory) {
    MemorySegment copy = memory.allocate(Math.max(1, passing.byteSize()), Long.BYTES);
    return copy.copyFrom(passing);
  }

  /** A copy that draws with a bias, as the owners would for the same worker. */
  public CachedNeighbors withBias(LocalBias guide) {
    return new CachedNeighbors(nodes, rows.withBias(guide.withoutWeights()));
  }

  public boolean holds(int node) {
    return Arrays.binarySearch(nodes, node) >= 0;
  }

  /** Draws neighbours of cached nodes; overwrites their numbers by the indices of their rows. */
  public void pick(
      MemorySegment frontier, int count, int fanout, RandomKey key, NeighborPicks into) {
    for (int i = 0; i < count; i++) {
      int node = frontier.getAtIndex(JAVA_INT, i);
      frontier.setAtIndex(JAVA_INT, i, Arrays.binarySearch(nodes, node));
    }
    rows.pick(frontier, count, fanout, key, into);
  }
}
