package dev.atoll.graph.partition.shard;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RowSlice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * One part with its edges; nodes have their new numbers.
 *
 * @param rows in-neighbours, in the dataset's order, of the core nodes; of all nodes when the
 *     topology is replicated
 * @param halo nodes of other parts that core nodes read, ascending, int32
 */
public record Shard(int part, PartitionBook book, RowSlice rows, MemorySegment halo) {
  public int coreCount() {
    return book.coreCount(part);
  }

  public int haloCount() {
    return (int) (halo.byteSize() / Integer.BYTES);
  }

  /** A halo node by its index. */
  public int haloNode(int index) {
    return halo.get(JAVA_INT_UNALIGNED, (long) index * Integer.BYTES);
  }

  /** The index of a halo node; any index for a node that is not in the halo. */
  public int haloPlace(long node) {
    int low = 0;
    int high = haloCount() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (haloNode(middle) < node) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  public long inDegree(long node) {
    return rows.inDegree(node - rows.firstRow());
  }

  public int inNeighbor(long node, long index) {
    return rows.inNeighbor(node - rows.firstRow(), index);
  }

  /** The edges among the core nodes, which are numbered from 0, with their weights. */
  public CsrGraph coreGraph(Arena memory) {
    int core = coreCount();
    long first = book.first(part);
    MemorySegment start = memory.allocate(JAVA_LONG, core + 1L);
    MemorySegment column = memory.allocate(JAVA_INT, Math.max(1, rows.edgeCount()));
    Optional<MemorySegment> weights =
        rows.weights().map(_ -> memory.allocate(JAVA_FLOAT, Math.max(1, rows.edgeCount())));
    long at = 0;
    for (int v = 0; v < core; v++) {
      long row = first + v - rows.firstRow();
      for (long e = rows.rowStart(row); e < rows.rowStart(row + 1); e++) {
        long source = rows.source(e) - first;
        if (source >= 0 && source < core) {
          column.setAtIndex(JAVA_INT, at, (int) source);
          if (weights.isPresent()) {
            weights.get().setAtIndex(JAVA_FLOAT, at, rows.weight(e));
          }
          at++;
        }
      }
      start.setAtIndex(JAVA_LONG, v + 1L, at);
    }
    CsrGraph graph = new CsrGraph(core, start, column);
    return weights.map(graph::withWeights).orElse(graph);
  }
}
