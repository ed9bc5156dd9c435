package dev.atoll.graph.cluster;

/**
 * The arcs of one node at a time, as {@link WeightedGraph#read} finds them. One per thread.
 *
 * <pre>{@code
 * graph.read(v, row);
 * for (int i = row.from(); i < row.to(); i++) {
 *   visit(row.target(i), row.weight(i));
 * }
 * }</pre>
 */
public final class ArcRow {
  private int[] buffer = new int[64];
  private int[] targets = buffer;
  private int[] weights = buffer;
  private int targetMask;
  private int weightShift;
  private int from;
  private int to;

  /** The index of the first arc. */
  public int from() {
    return from;
  }

  /** The index after the last arc. */
  public int to() {
    return to;
  }

  public int target(int place) {
    return targets[place] & targetMask;
  }

  public int weight(int place) {
    return (weights[place] >>> weightShift) + 1;
  }

  /**
   * Points at arcs that are in memory already.
   *
   * @param newTargets the lower {@code targetBits} bits of each hold the neighbour
   * @param newWeights weights − 1, above the lowest {@code newWeightShift} bits
   */
  void point(int[] newTargets, int targetBits, int[] newWeights, int newWeightShift) {
    targets = newTargets;
    weights = newWeights;
    targetMask = (1 << targetBits) - 1;
    weightShift = newWeightShift;
  }

  void range(int first, int end) {
    from = first;
    to = end;
  }

  /** A buffer of this many neighbours with edges of weight 1, to be written by the caller. */
  int[] fill(int count) {
    if (count > buffer.length) {
      buffer = new int[Math.max(count, (int) Math.min(2L * buffer.length, Integer.MAX_VALUE - 8))];
    }
    point(buffer, Integer.SIZE - 1, buffer, Integer.SIZE - 1);
    range(0, count);
    return buffer;
  }
}
