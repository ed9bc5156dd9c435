package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The columns of data that belong to edges; element e of a column belongs to edge e. Edges that are
 * sorted, renumbered or selected take their data along by one gather:
 *
 * <pre>
 *   out[i] = column[origin[i]]    for every column
 * </pre>
 *
 * All columns are named here and nowhere else, so that no operation forgets one.
 *
 * @param weights float32; contents are not checked
 */
public record EdgeData(Optional<MemorySegment> weights) {
  /** Edges without data. */
  public static final EdgeData NONE = new EdgeData(Optional.empty());

  /** The name of the column of weights. */
  public static final String WEIGHTS = "edge_weights";

  /** The origin of an edge that is added to a graph: its weight is 1. */
  public static final long ADDED = -1;

  private static final float ADDED_WEIGHT = 1;

  /** Allocates columns. */
  public interface Columns {
    /** A column of {@code count} float32 elements. */
    MemorySegment floats(String name, long count);
  }

  public static EdgeData ofWeights(MemorySegment weights) {
    return new EdgeData(Optional.of(weights));
  }

  public boolean isEmpty() {
    return weights.isEmpty();
  }

  /** The weight of an edge; 1 where edges have none. */
  public float weight(long edge) {
    return weights.isEmpty()
        ? ADDED_WEIGHT
        : weights.get().get(JAVA_FLOAT_UNALIGNED, edge * Float.BYTES);
  }

  /**
   * A number that ascends with the weight. Equal edges are ordered by it; of those that are stored
   * once the last stays.
   */
  public int rank(long edge) {
    int bits = Float.floatToIntBits(weight(edge));
    return bits ^ (bits >> (Integer.SIZE - 1) & Integer.MAX_VALUE);
  }

  /** Throws unless the columns are long enough. */
  void requireCount(long edges) {
    if (weights.isPresent() && weights.get().byteSize() / Float.BYTES < edges) {
      throw new IllegalArgumentException(
          "%d weights do not fit %d edges"
              .formatted(weights.get().byteSize() / Float.BYTES, edges));
    }
  }

  /** The data of consecutive edges; memory is shared. */
  public EdgeData slice(long first, long count) {
    return new EdgeData(weights.map(all -> all.asSlice(first * Float.BYTES, count * Float.BYTES)));
  }

  /** New columns, the same as here, for {@code count} edges; {@link #gather} fills them. */
  public EdgeData unfilled(long count, Columns memory) {
    return new EdgeData(weights.map(_ -> memory.floats(WEIGHTS, count)));
  }

  /**
   * Copies the data of edges to consecutive edges.
   *
   * @param origins the edges here, or {@link #ADDED}
   * @param count the number of origins
   * @param first the edge of {@code into} that receives the data of the first origin
   */
  public void gather(long[] origins, int count, EdgeData into, long first) {
    if (weights.isPresent()) {
      MemorySegment out = into.weights.orElseThrow();
      for (int i = 0; i < count; i++) {
        float weight = origins[i] == ADDED ? ADDED_WEIGHT : weight(origins[i]);
        out.set(JAVA_FLOAT_UNALIGNED, (first + i) * Float.BYTES, weight);
      }
    }
  }
}
