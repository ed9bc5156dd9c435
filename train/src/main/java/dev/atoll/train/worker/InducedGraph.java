package dev.atoll.train.worker;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.partition.shard.Shard;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Optional;

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
    RowSlice kept = among(graph.rows(), members, memory);
    var induced = new CsrGraph(graph.nodeCount(), kept.rowStarts(), kept.neighbors());
    return kept.weights().map(induced::withWeights).orElse(induced);
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
    MemorySegment start = memory.allocate(JAVA_LONG, rows.rowCount() + 1L);
    MemorySegment column = memory.allocate(JAVA_INT, Math.max(1, rows.edgeCount()));
    Optional<MemorySegment> weights =
        rows.weights().map(_ -> memory.allocate(JAVA_FLOAT, Math.max(1, rows.edgeCount())));
    long at = 0;
    for (int row = 0; row < rows.rowCount(); row++) {
      boolean member = members.get(rows.firstRow() + row);
      for (long e = rows.rowStart(row); member && e < rows.rowStart(row + 1L); e++) {
        if (members.get(rows.source(e))) {
          if (weights.isPresent()) {
            weights.get().setAtIndex(JAVA_FLOAT, at, rows.weight(e));
          }
          column.setAtIndex(JAVA_INT, at++, rows.source(e));
        }
      }
      start.setAtIndex(JAVA_LONG, row + 1L, at);
    }
    var kept = new RowSlice(rows.firstRow(), rows.rowCount(), rows.columnCount(), start, column);
    return weights.map(kept::withWeights).orElse(kept);
  }
}
