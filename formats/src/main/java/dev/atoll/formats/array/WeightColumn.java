package dev.atoll.formats.array;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.EdgeData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;

/** Reads the weights of edges from an array of any numeric type. */
final class WeightColumn {
  private WeightColumn() {}

  /**
   * The weights of edges as float32; an error names the first entry that is no weight.
   *
   * @param array one per edge
   * @param memory for weights of another type
   */
  static EdgeData read(Optional<NpyArray> array, long edges, SegmentAllocator memory) {
    return array.map(weights -> read(weights, edges, memory)).orElse(EdgeData.NONE);
  }

  private static EdgeData read(NpyArray array, long edges, SegmentAllocator memory) {
    LongToDoubleFunction elements = array.require(-1).doubles();
    if (array.size(0) != edges) {
      throw BadDataException.at(
          array.origin(), "%d weights, but there are %d edges".formatted(array.size(0), edges));
    }
    boolean isColumn = array.type().equals(NpyType.FLOAT32);
    MemorySegment column =
        isColumn ? array.data() : memory.allocate(edges * Float.BYTES, Float.BYTES);
    for (long edge = 0; edge < edges; edge++) {
      double weight = elements.applyAsDouble(edge);
      if (!(weight >= 0 && weight <= Float.MAX_VALUE)) {
        throw BadDataException.at(
            array.origin(),
            "entry %d is %s; expected a finite number from 0".formatted(edge, weight));
      }
      if (!isColumn) {
        column.set(JAVA_FLOAT_UNALIGNED, edge * Float.BYTES, (float) weight);
      }
    }
    return EdgeData.ofWeights(column);
  }
}
