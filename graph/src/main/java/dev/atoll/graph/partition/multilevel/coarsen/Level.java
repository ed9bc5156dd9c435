package dev.atoll.graph.partition.multilevel.coarsen;

/** A coarser graph, and where the nodes of the finer one went. */
public final class Level {
  private final WeightedGraph graph;
  private final int[] map;

  Level(WeightedGraph graph, int[] map) {
    this.graph = graph;
    this.map = map;
  }

  public WeightedGraph graph() {
    return graph;
  }

  /** Gives every node of the finer graph the part of the node it went into. */
  public int[] project(int[] coarsePart) {
    int[] part = new int[map.length];
    for (int v = 0; v < part.length; v++) {
      part[v] = coarsePart[map[v]];
    }
    return part;
  }

  /** Gives every node of the finer graph the mark of the node it went into. */
  public boolean[] project(boolean[] coarseMark) {
    boolean[] mark = new boolean[map.length];
    for (int v = 0; v < mark.length; v++) {
      mark[v] = coarseMark[map[v]];
    }
    return mark;
  }

  /** Sums up what finer nodes have. */
  long[] sum(long[] fine) {
    long[] sums = new long[graph.nodeCount()];
    for (int v = 0; v < map.length; v++) {
      sums[map[v]] += fine[v];
    }
    return sums;
  }

  /** Gives every node of this graph the part of the finer nodes in it, which must be one. */
  public int[] lift(int[] finePart) {
    int[] part = new int[graph.nodeCount()];
    for (int v = 0; v < map.length; v++) {
      part[map[v]] = finePart[v];
    }
    return part;
  }
}
