package dev.atoll.train.batch.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.comm.Communicator;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.HaloPlan;

/** A shard with the rows that other workers read; its edges are listed on request. */
final class ShardBoundary implements BoundaryGraph {
  private final ShardGraph graph;
  private final HaloPlan halo;
  private final Communicator workers;
  private final long[] ids;
  private long[] edgeStart;
  private int[] edgeSource;

  ShardBoundary(ShardGraph graph, HaloPlan halo, Communicator workers) {
    this.graph = graph;
    this.halo = halo;
    this.workers = workers;
    this.ids = graph.ids();
  }

  ShardGraph graph() {
    return graph;
  }

  @Override
  public HaloPlan halo() {
    return halo;
  }

  @Override
  public Communicator workers() {
    return workers;
  }

  @Override
  public int core() {
    return graph.core();
  }

  @Override
  public long[] ids() {
    return ids;
  }

  @Override
  public long[] edgeStart() {
    listEdges();
    return edgeStart;
  }

  @Override
  public int[] edgeSource() {
    listEdges();
    return edgeSource;
  }

  private void listEdges() {
    if (edgeStart == null) {
      HostCsr edges = graph.edges(false);
      edgeStart = edges.rowStart().asSlice(0, (core() + 1L) * Long.BYTES).toArray(JAVA_LONG);
      edgeSource = edges.column().toArray(JAVA_INT);
    }
  }
}
