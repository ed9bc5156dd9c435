package dev.atoll.tensor.sample;

import java.lang.foreign.MemorySegment;

/**
 * The in-neighbours of all nodes in host memory.
 *
 * @param rowStarts int64, one per node and one more
 * @param neighbors int32, row after row
 * @param ids the ids of nodes in random choices, int32; null if they are the node numbers
 * @param degrees in-degrees that weigh edges, int32; null if edges are not weighed
 */
public record Adjacency(
    int nodes,
    long edges,
    MemorySegment rowStarts,
    MemorySegment neighbors,
    MemorySegment ids,
    MemorySegment degrees) {
  /** A fanout that draws every neighbour. */
  public static final int ALL = -1;
}
