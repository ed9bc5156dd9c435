package dev.atoll.formats.array;

import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.EdgeData;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Edges of an array: [2, E] with all sources before all targets, or [E, 2] with one edge per row.
 * Edges of weight 0 are left out.
 */
public final class EdgeArray implements ArrayEdges {
  private static final long PER_CHUNK = 1 << 20;

  private final NpyArray array;
  private final long nodeCount;
  private final long count;
  private final boolean pairs;
  private final LongUnaryOperator elements;
  private final EdgeData data;

  /** Edges of nodes below a number. */
  public EdgeArray(NpyArray array, long nodeCount) {
    this(array, nodeCount, Optional.empty(), Arena.global());
  }

  /**
   * Edges of nodes below a number, with weights.
   *
   * @param weights one per edge, in their order
   * @param memory for the weights
   */
  public EdgeArray(
      NpyArray array, long nodeCount, Optional<NpyArray> weights, SegmentAllocator memory) {
    this.array = array;
    this.nodeCount = nodeCount;
    boolean matrix = array.shape().size() == 2;
    this.pairs = matrix && array.size(0) != 2;
    if (!matrix || (pairs && array.size(1) != 2)) {
      throw BadDataException.at(
          array.origin(), "shape %s; edges are [2, E] or [E, 2]".formatted(array.shape()));
    }
    this.count = array.size(pairs ? 0 : 1);
    this.elements = array.longs();
    this.data = WeightColumn.read(weights, count, memory);
  }

  @Override
  public long nodeCount() {
    return nodeCount;
  }

  @Override
  public int chunkCount() {
    return Math.toIntExact(Math.ceilDiv(count, PER_CHUNK));
  }

  @Override
  public long numberBound() {
    return count;
  }

  @Override
  public void forEachNumbered(int chunk, NumberedEdgeSink sink) {
    long end = Math.min(count, (chunk + 1) * PER_CHUNK);
    for (long i = chunk * PER_CHUNK; i < end; i++) {
      if (data.weight(i) != 0) {
        sink.accept(source(i), target(i), i);
      }
    }
  }

  private long source(long edge) {
    return elements.applyAsLong(pairs ? 2 * edge : edge);
  }

  private long target(long edge) {
    return elements.applyAsLong(pairs ? 2 * edge + 1 : count + edge);
  }

  /** The largest id there is. */
  public long largest() {
    return array.largest();
  }

  @Override
  public NpyArray ends() {
    return array;
  }

  @Override
  public EdgeData data() {
    return data;
  }

  @Override
  public void checkNodes(long rows) {
    SizeLimits.nodes(array.origin(), nodeCount, Math.max(count, rows));
  }
}
