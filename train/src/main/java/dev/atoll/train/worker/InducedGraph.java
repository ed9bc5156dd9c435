package dev.atoll.train.worker;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.csr.GraphOperations;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.partition.shard.Shard;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * The subgraph of inductive training: the edges between members, that is training nodes. All nodes
 * keep their numbers; other nodes have no edges.
 */
public final class InducedGraph {
  private InducedGraph() {}

  /** A set of nodes. */
  public static BitSet members(long[] nodes) {
    BitSet members = new BitSet();
    for (long node : nodes) {
      members.set((int) node);
    }
    return members;
  }

  /** The edges between members of a whole graph. */
  public static CsrGraph of(CsrGraph graph, BitSet members, Arena memory) {
    return new CsrGraph(among(graph.rows(), members, memory));
  }

  /**
   * The part of the induced graph that a shard holds; its halo shrinks to the nodes that are still
   * read.
   */
  static Shard of(Shard shard, BitSet members, Arena memory) {
    RowSlice rows = among(shard.rows(), members, memory);
    int first = shard.book().first(shard.part());
    BitSet read = new BitSet();
    for (int node = first; node < first + shard.coreCount(); node++) {
      for (long e = 0; e < rows.inDegree(node - rows.firstRow()); e++) {
        read.set(rows.inNeighbor(node - rows.firstRow(), e));
      }
    }
    read.clear(first, first + shard.coreCount());
    MemorySegment halo = MemorySegment.ofArray(read.stream().toArray());
    return new Shard(shard.part(), shard.book(), rows, halo);
  }

  /**
   * The number of members among a member's in-neighbours, itself counted once; 1 for other nodes.
   */
  static int degreeWithSelf(CsrGraph graph, long node, BitSet members) {
    int degree = 1;
    if (members.get((int) node)) {
      for (long e = 0; e < graph.inDegree(node); e++) {
        long neighbor = graph.inNeighbor(node, e);
        degree += neighbor != node && members.get((int) neighbor) ? 1 : 0;
      }
    }
    return degree;
  }

  private static RowSlice among(RowSlice rows, BitSet members, Arena memory) {
    return new GraphOperations(Storage.in(memory), 1)
        .selected(rows, (source, target) -> members.get(target) && members.get(source));
  }
}
