package dev.atoll.train.store;

import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.LongToIntFunction;

/**
 * Dense feature rows where the dataset has them, in a mapped file: rows of another worker of this
 * machine. They are read, never sent.
 */
public final class MappedRows extends ReadableRows {
  private static final ThreadLocal<float[]> SCRATCH = ThreadLocal.withInitial(() -> new float[0]);

  private final FeatureRows features;
  private final IntToLongFunction nodeOf;

  /**
   * @param nodeOf the node of a row among the features
   */
  MappedRows(
      long first,
      int count,
      FeatureRows features,
      IntToLongFunction nodeOf,
      LongToIntFunction degreeOf) {
    super(first, count, new int[count], degreeOf);
    this.features = features;
    this.nodeOf = nodeOf;
  }

  /** The rows of a shard's core nodes; empty where they travel as non-zeros. */
  public static Optional<MappedRows> of(
      Shard shard, FeatureRows features, NodeNumbering numbering) {
    if (OwnedRows.staySparse(features)) {
      return Optional.empty();
    }
    long first = shard.book().first(shard.part());
    return Optional.of(
        new MappedRows(
            first,
            shard.coreCount(),
            features,
            row -> numbering.original(first + row),
            node -> degreeWithSelf(shard, node)));
  }

  /** Contiguous rows without degrees, which are never requested. */
  public static MappedRows withoutDegrees(long first, int count, FeatureRows features) {
    return new MappedRows(first, count, features, row -> first + row, _ -> 0);
  }

  private float[] read(int row) {
    float[] elements = SCRATCH.get();
    if (elements.length != features.width()) {
      elements = new float[features.width()];
      SCRATCH.set(elements);
    }
    features.read(nodeOf.applyAsLong(row), elements);
    return elements;
  }

  @Override
  void copy(int row, RowSink into, int place) {
    int width = features.width();
    switch (into) {
      case RowSink.Dense to -> {
        MemorySegment data = to.matrix().data();
        if (!features.copy(nodeOf.applyAsLong(row), data, to.offset(place))) {
          MemorySegment.copy(
              MemorySegment.ofArray(read(row)),
              0,
              data,
              to.offset(place),
              (long) width * Float.BYTES);
        }
      }
      case NonZeroRows to -> to.takeDense(place, MemorySegment.ofArray(read(row)), 0, width);
    }
  }

  @Override
  long bytes(int row, RowWire wire) {
    return wire.codec().rowBytes(wire.elements());
  }
}
