package dev.atoll.graph.partition.multilevel.coarsen;

/**
 * The arcs of one node at a time, as {@link WeightedGraph#read} finds them. One per thread.
 *
 * <pre>{@code
 * graph.read(v, row);
 * int[] arcs = row.arcs();
 * for (int i = row.from(); i < row.to(); i++) {
 *   visit(graph.target(arcs[i]), graph.weight(arcs[i]));
 * }
 * }</pre>
 */
public final class Row {
  private int[] buffer = new int[64];
  private int[] arcs = buffer;
  private int from;
  private int to;

  /** Not to be changed, and good until the next read. */
  public int[] arcs() {
    return arcs;
  }

  /** The place of the first arc. */
  public int from() {
    return from;
  }

  /** The place after the last arc. */
  public int to() {
    return to;
  }

  /** Points at arcs that are in memory already. */
  void point(int[] where, int first, int end) {
    arcs = where;
    from = first;
    to = end;
  }

  /** Makes room for so many arcs, to be written by the caller. */
  int[] fill(int count) {
    if (count > buffer.length) {
      buffer = new int[Math.max(count, (int) Math.min(2L * buffer.length, Integer.MAX_VALUE - 8))];
    }
    point(buffer, 0, count);
    return buffer;
  }
}
