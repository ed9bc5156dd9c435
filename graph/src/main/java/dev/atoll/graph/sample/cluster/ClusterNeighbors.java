package dev.atoll.graph.sample.cluster;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.memory.RawMemory;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.Seeds;
import java.lang.foreign.MemorySegment;

/** The graph that some clusters of another one induce: neighbours outside of them are left out. */
final class ClusterNeighbors implements NeighborSource, AutoCloseable {
  private final NeighborSource source;
  private final Partitioning clusters;
  private final NeighborPicks all = new NeighborPicks();

  /** The number of the last union that each cluster was in. */
  private final int[] lastUnion;

  private int union;

  ClusterNeighbors(NeighborSource source, Partitioning clusters) {
    this.source = source;
    this.clusters = clusters;
    this.lastUnion = new int[clusters.parts()];
  }

  /** Takes the clusters of some nodes, and no others. */
  void unite(long[] nodes, int from, int to) {
    union++;
    for (int i = from; i < to; i++) {
      Seeds.check(nodes[i], nodeCount());
      lastUnion[clusters.partOf((int) nodes[i])] = union;
    }
  }

  private boolean contains(int node) {
    return lastUnion[clusters.partOf(node)] == union;
  }

  @Override
  public int nodeCount() {
    return source.nodeCount();
  }

  @Override
  public boolean weighted() {
    return false;
  }

  @Override
  public void pick(
      MemorySegment frontier, int count, int fanout, RandomKey key, NeighborPicks into) {
    source.pick(frontier, count, Fanouts.ALL, key, all);
    into.begin(count, all.edgeCount(), false);
    for (int row = 0; row < count; row++) {
      int degree = 0;
      for (long edge = all.rowStart(row); edge < all.rowStart(row + 1); edge++) {
        int node = all.neighbor(edge);
        if (contains(node)) {
          into.add(node);
          degree++;
        }
      }
      into.endRow(degree);
    }
  }

  /** Within the union, a node itself not counted. */
  @Override
  public void degrees(MemorySegment nodes, int count, MemorySegment into) {
    source.pick(nodes, count, Fanouts.ALL, new RandomKey(0), all);
    long degrees = RawMemory.address(into, (long) count * Integer.BYTES, "degrees");
    for (int row = 0; row < count; row++) {
      int own = nodes.getAtIndex(JAVA_INT_UNALIGNED, row);
      int degree = 0;
      for (long edge = all.rowStart(row); edge < all.rowStart(row + 1); edge++) {
        int node = all.neighbor(edge);
        degree += node != own && contains(node) ? 1 : 0;
      }
      RawMemory.setInt(degrees, row, degree);
    }
  }

  long heldBytes() {
    return all.heldBytes();
  }

  @Override
  public void close() {
    all.close();
  }
}
