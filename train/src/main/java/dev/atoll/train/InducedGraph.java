package dev.atoll.train;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.shard.Shard;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * What inductive training sees: the links between members, that is training nodes. All nodes keep
 * their numbers; those that are no members have no links.
 */
final class InducedGraph {
  private InducedGraph() {}

  static BitSet members(long[] nodes) {
    BitSet members = new BitSet();
    for (long node : nodes) {
      members.set((int) node);
    }
    return members;
  }

  static CsrGraph of(CsrGraph graph, BitSet members, Arena memory) {
    return among(graph, 0, members, memory);
  }

  /** The same part of the graph, its halo shrunk to what is still read. */
  static Shard of(Shard shard, BitSet members, Arena memory) {
    CsrGraph rows = among(shard.rows(), shard.firstRow(), members, memory);
    long first = shard.book().first(shard.part());
    BitSet read = new BitSet();
    for (long node = first; node < first + shard.coreCount(); node++) {
      for (long e = 0; e < rows.inDegree(node - shard.firstRow()); e++) {
        read.set((int) rows.inNeighbor(node - shard.firstRow(), e));
      }
    }
    read.clear((int) first, (int) first + shard.coreCount());
    MemorySegment halo = MemorySegment.ofArray(read.stream().toArray());
    return new Shard(shard.part(), shard.book(), shard.firstRow(), rows, halo);
  }

  /** How many members a member reads, itself counted once. */
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

  private static CsrGraph among(CsrGraph rows, long firstRow, BitSet members, Arena memory) {
    MemorySegment start = memory.allocate(JAVA_LONG, rows.nodeCount() + 1);
    MemorySegment column = memory.allocate(JAVA_INT, Math.max(1, rows.edgeCount()));
    long at = 0;
    for (long row = 0; row < rows.nodeCount(); row++) {
      boolean member = members.get((int) (row + firstRow));
      for (long e = rows.rowStart(row); member && e < rows.rowStart(row + 1); e++) {
        if (members.get((int) rows.source(e))) {
          column.setAtIndex(JAVA_INT, at++, (int) rows.source(e));
        }
      }
      start.setAtIndex(JAVA_LONG, row + 1, at);
    }
    return new CsrGraph(rows.nodeCount(), start, column, false);
  }
}
