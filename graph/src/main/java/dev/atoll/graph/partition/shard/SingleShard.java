package dev.atoll.graph.partition.shard;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.order.Ordering;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A graph as one shard: all nodes are core nodes and keep their numbers, and the edges are not
 * copied.
 */
public final class SingleShard implements ShardSource {
  private final CsrGraph graph;
  private final PartitionBook book;

  /**
   * @param graph must stay open as long as its shard is used
   */
  public SingleShard(CsrGraph graph) {
    this.graph = graph;
    this.book = PartitionBook.ofFirstNodes(List.of(0L, (long) graph.nodeCount()));
  }

  @Override
  public PartitionBook book() {
    return book;
  }

  @Override
  public Topology topology() {
    return Topology.PARTITIONED;
  }

  @Override
  public Shard shard(int part, Arena arena) {
    return new Shard(part, book, graph.rows(), MemorySegment.NULL);
  }

  @Override
  public boolean isComplete() {
    return true;
  }

  @Override
  public NodeNumbering numbering(Arena arena) {
    return NodeNumbering.identity(graph.nodeCount());
  }

  @Override
  public Ordering ordering() {
    return Ordering.identity(graph.nodeCount());
  }

  @Override
  public String digest() {
    return "whole graph";
  }
}
