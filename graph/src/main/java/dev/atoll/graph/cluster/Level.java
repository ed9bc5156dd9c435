package dev.atoll.graph.cluster;

import java.util.Arrays;

/** A coarser graph, and for every node of the finer one the node it is contracted into. */
public final class Level {
  private final WeightedGraph graph;
  private final int[] map;

  Level(WeightedGraph graph, int[] map) {
    this.graph = graph;
    this.map = map;
  }

  /** A level with the nodes of the finer one. */
  public static Level ofSameNodes(WeightedGraph graph) {
    int[] map = new int[graph.nodeCount()];
    Arrays.setAll(map, v -> v);
    return new Level(graph, map);
  }

  /** A copy of this level, seen from the graph that a finer level was made of. */
  public Level after(Level finer) {
    return new Level(graph, finer.project(map));
  }

  /** A copy with another coarse graph. */
  Level with(WeightedGraph other) {
    return new Level(other, map);
  }

  public WeightedGraph graph() {
    return graph;
  }

  /** Gives every node of the finer graph the part of its coarse node. */
  public int[] project(int[] coarsePart) {
    int[] part = new int[map.length];
    for (int v = 0; v < part.length; v++) {
      part[v] = coarsePart[map[v]];
    }
    return part;
  }

  /** Gives every node of the finer graph the mark of its coarse node. */
  public boolean[] project(boolean[] coarseMark) {
    boolean[] mark = new boolean[map.length];
    for (int v = 0; v < mark.length; v++) {
      mark[v] = coarseMark[map[v]];
    }
    return mark;
  }

  /** Sums values of the finer nodes. */
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
