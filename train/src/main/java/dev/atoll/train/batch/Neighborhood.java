package dev.atoll.train.batch;

import dev.atoll.graph.sample.SampledBlock;
import java.lang.foreign.MemorySegment;

/**
 * The edges of one layer's block in host memory.
 *
 * @param rowStart where the edges of a target begin; int64, targets + 1
 * @param column the index of an edge's source; int32
 * @param correction number of edges that each sampled one represents, float32; null when it is
 *     degree / sampled edges for all edges of a target
 * @param targetDegree in-degrees of the targets in the whole graph; int32
 */
public record Neighborhood(
    int targetCount,
    int sourceCount,
    long edgeCount,
    MemorySegment rowStart,
    MemorySegment column,
    MemorySegment correction,
    MemorySegment targetDegree) {
  public static Neighborhood of(SampledBlock block) {
    return new Neighborhood(
        block.targetCount(),
        block.sourceCount(),
        block.edgeCount(),
        block.rowStart(),
        block.column(),
        block.correction(),
        block.targetDegree());
  }
}
