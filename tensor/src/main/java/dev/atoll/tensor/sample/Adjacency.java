package dev.atoll.tensor.sample;

import java.lang.foreign.MemorySegment;

/**
 * The in-neighbours of all nodes in host memory.
 *
 * @param rowStarts int64, one per node and one more
 * @param neighbors int32, row after row
 * @param ids the names of nodes in random choices, int32; null where they are the nodes' numbers
 * @param degrees in-degrees that weigh edges, int32; null where none does
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
