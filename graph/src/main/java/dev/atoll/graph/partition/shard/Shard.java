package dev.atoll.graph.partition.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import java.lang.foreign.MemorySegment;

/**
 * One part with its edges. Nodes have their new numbers.
 *
 * @param firstRow the node whose in-neighbours are row 0 of {@code rows}: the first core node, or 0
 *     when the topology is replicated
 * @param rows in-neighbours, in the dataset's order
 * @param halo nodes of other parts that core nodes read, ascending, int32
 */
public record Shard(
    int part, PartitionBook book, long firstRow, CsrGraph rows, MemorySegment halo) {
  public int coreCount() {
    return book.coreCount(part);
  }

  public int haloCount() {
    return (int) (halo.byteSize() / Integer.BYTES);
  }

  /** A halo node by its place. */
  public int haloNode(int index) {
    return halo.get(JAVA_INT_UNALIGNED, (long) index * Integer.BYTES);
  }

  public long inDegree(long node) {
    return rows.inDegree(node - firstRow);
  }

  public long inNeighbor(long node, long index) {
    return rows.inNeighbor(node - firstRow, index);
  }
}
