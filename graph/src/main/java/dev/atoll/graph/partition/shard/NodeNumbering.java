package dev.atoll.graph.partition.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The numbers that nodes have in the user's dataset, by the numbers they have after partitioning.
 * Random choices are named by the dataset's numbers, so that they do not depend on the partition.
 */
public final class NodeNumbering {
  private final int nodeCount;

  /** int32, one per node; null where nodes keep their numbers. */
  private final MemorySegment originals;

  private NodeNumbering(int nodeCount, MemorySegment originals) {
    this.nodeCount = nodeCount;
    this.originals = originals;
  }

  /** Nodes that keep their numbers. */
  public static NodeNumbering identity(int nodeCount) {
    return new NodeNumbering(nodeCount, null);
  }

  /**
   * A numbering from an array in memory.
   *
   * @param originals int32; must stay open as long as the numbering is used
   */
  public static NodeNumbering of(MemorySegment originals) {
    return new NodeNumbering(Math.toIntExact(originals.byteSize() / Integer.BYTES), originals);
  }

  public int nodeCount() {
    return nodeCount;
  }

  /** The number of a node in the dataset. */
  public int original(long node) {
    Objects.checkIndex(node, (long) nodeCount);
    return originals == null ? (int) node : originals.get(JAVA_INT_UNALIGNED, node * Integer.BYTES);
  }

  /** Throws when the memory has been closed. */
  public void requireOpen() {
    if (originals != null && !originals.scope().isAlive()) {
      throw new IllegalStateException(
          "the memory of the original ids is closed; sample while the dataset or shard is open");
    }
  }
}
