package dev.atoll.graph.sample;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.Partitioning;
import java.lang.foreign.MemorySegment;

/** The graph that some clusters of another one induce: neighbours outside of them are left out. */
final class ClusterNeighbors implements NeighborSource, AutoCloseable {
  private final NeighborSource source;
  private final Partitioning clusters;
  private final NeighborPicks all = new NeighborPicks();

  /** By cluster: the number of the union it was in last. */
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
    into.beginRows(count);
    into.beginEdges(all.edgeCount(), false);
    long kept = 0;
    for (int row = 0; row < count; row++) {
      long first = kept;
      for (long edge = start(row); edge < start(row + 1); edge++) {
        int node = RawMemory.intAt(all.neighbors.address(), edge);
        if (contains(node)) {
          RawMemory.setInt(into.neighbors.address(), kept++, node);
        }
      }
      RawMemory.setInt(into.degree.address(), row, (int) (kept - first));
      RawMemory.setLong(into.rowStart.address(), row + 1L, kept);
    }
    into.endEdges(kept);
  }

  private long start(int row) {
    return RawMemory.longAt(all.rowStart.address(), row);
  }

  /** Within the union, a node itself not counted. */
  @Override
  public void degrees(MemorySegment nodes, int count, MemorySegment into) {
    source.pick(nodes, count, Fanouts.ALL, new RandomKey(0), all);
    long degrees = RawMemory.address(into, (long) count * Integer.BYTES, "degrees");
    for (int row = 0; row < count; row++) {
      int own = nodes.getAtIndex(JAVA_INT_UNALIGNED, row);
      int degree = 0;
      for (long edge = start(row); edge < start(row + 1); edge++) {
        int node = RawMemory.intAt(all.neighbors.address(), edge);
        degree += node != own && contains(node) ? 1 : 0;
      }
      RawMemory.setInt(degrees, row, degree);
    }
  }

  @Override
  public void close() {
    all.close();
  }
}
