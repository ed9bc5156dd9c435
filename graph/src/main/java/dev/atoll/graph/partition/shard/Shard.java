package dev.atoll.graph.partition.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.csr.GraphOperations;
import dev.atoll.graph.csr.Storage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

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

  /** The edges among the core nodes, which are numbered from 0, with their data. */
  public CsrGraph coreGraph(Arena memory) {
    int core = coreCount();
    int first = book.first(part);
    try (Arena passing = Arena.ofShared()) {
      RowSlice kept =
          new GraphOperations(Storage.in(memory), 1)
              .selected(
                  rows.slice(first - rows.firstRow(), core, passing),
                  (source, target) -> source >= first && source < first + core);
      for (long edge = 0; edge < kept.edgeCount(); edge++) {
        kept.neighbors().setAtIndex(JAVA_INT, edge, kept.source(edge) - first);
      }
      return new CsrGraph(core, kept.rowStarts(), kept.neighbors()).with(kept.data());
    }
  }
}
