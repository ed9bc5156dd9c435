package dev.atoll.formats.dataset;

import dev.atoll.formats.npy.NpyArray;
import dev.atoll.graph.BadDataException;
import java.util.function.LongToDoubleFunction;

/** The weights of edges as an array of any numeric type, one per edge. */
public final class ArrayWeights {
  private final NpyArray array;
  private final LongToDoubleFunction elements;

  public ArrayWeights(NpyArray array) {
    this.array = array;
    this.elements = array.require(-1).doubles();
  }

  /** Throws unless there are as many weights as edges. */
  void requireCount(long edges) {
    if (array.size(0) != edges) {
      throw BadDataException.at(
          array.origin(), "%d weights, but there are %d edges".formatted(array.size(0), edges));
    }
  }

  /** The weight of an edge; an error that names its place when it is no weight. */
  float of(long edge) {
    double weight = elements.applyAsDouble(edge);
    if (!(weight >= 0 && weight <= Float.MAX_VALUE)) {
      throw BadDataException.at(
          array.origin(),
          "entry %d is %s; expected a finite number from 0".formatted(edge, weight));
    }
    return (float) weight;
  }
}
