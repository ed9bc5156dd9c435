package dev.atoll.graph.sample;

import java.lang.foreign.MemorySegment;

/**
 * The neighbourhood of one layer: the sources that every target reads. Targets are the first of the
 * sources. A view of a {@link SampledBatch}, good until the next batch is drawn into it.
 */
public final class SampledBlock {
  private final SampledBatch batch;
  private final NeighborPicks picked = new NeighborPicks();
  private int sourceCount;

  SampledBlock(SampledBatch batch) {
    this.batch = batch;
  }

  /**
   * The picks into which a sampler writes this block's edges, as indices of sources instead of
   * nodes.
   */
  public NeighborPicks picks() {
    return picked;
  }

  void setSourceCount(int count) {
    sourceCount = count;
  }

  public int targetCount() {
    return picked.rowCount();
  }

  public int sourceCount() {
    return sourceCount;
  }

  public long edgeCount() {
    return picked.edgeCount();
  }

  /** The first edge of every target, int64, targets + 1 elements. */
  public MemorySegment rowStart() {
    return picked.rowStart();
  }

  /** The index of an edge's source among the sources; int32. */
  public MemorySegment column() {
    return picked.neighbors();
  }

  /** Node numbers, targets first, then in the order in which edges name them; int32. */
  public MemorySegment sources() {
    return batch.nodes(sourceCount);
  }

  /** In-degrees of the targets in the whole graph, int32. */
  public MemorySegment targetDegree() {
    return picked.degree();
  }

  /** In-degrees of the sources in the whole graph, int32, or null if not requested. */
  public MemorySegment sourceDegree() {
    return batch.degrees(sourceCount);
  }

  /**
   * The factors that keep sums over edges unbiased, float32 per edge; null if neighbours were drawn
   * uniformly: the factor is then degree / edges for all edges of a target.
   */
  public MemorySegment correction() {
    return picked.correction();
  }
}
