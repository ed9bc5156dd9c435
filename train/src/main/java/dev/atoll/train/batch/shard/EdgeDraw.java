package dev.atoll.train.batch.shard;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.NodeDraw;
import java.util.Arrays;

/**
 * The edges of a shard that an epoch keeps, and the weight of each: {@code factor[e]}, 0 for an
 * edge that is left out. The choice depends on the key and the ids of nodes only.
 */
final class EdgeDraw {
  private final long[] start;
  private final int[] column;
  private final long[] ids;
  private final HaloPlan plan;
  private final int core;

  /** By halo row, when all edges to a row have one weight; null otherwise. */
  private float[] ofHalo;

  /** By edge, and the numbers they are drawn by; empty until edges are drawn one by one. */
  private float[] factor = {};

  private long[] numbers = {};

  /**
   * @param start where the edges of a core row begin, rows + 1
   * @param column the row of an edge's source: a core row, or one behind them of the halo
   * @param ids of core and halo rows in the dataset
   */
  EdgeDraw(long[] start, int[] column, long[] ids, HaloPlan plan) {
    this.start = start;
    this.column = column;
    this.ids = ids;
    this.plan = plan;
    this.core = start.length - 1;
  }

  float factor(int edge) {
    if (ofHalo == null) {
      return factor[edge];
    }
    return column[edge] < core ? 1 : ofHalo[column[edge] - core];
  }

  /** Keeps edges to chosen halo nodes. */
  void keepNodes(HaloPlan chosen) {
    ofHalo = new float[plan.haloCount()];
    for (int owner = 0; owner < plan.workers(); owner++) {
      int count = chosen.haloCount(owner);
      float weight = (float) plan.haloCount(owner) / count;
      for (int i = 0; i < count; i++) {
        ofHalo[plan.haloStart(owner) + chosen.haloPlace(owner, i)] = weight;
      }
    }
  }

  /** Keeps a share of the edges to every owner's nodes. */
  void keepBoundaryEdges(double rate, RandomKey key) {
    number(key);
    Arrays.fill(factor, 1);
    for (int owner = 0; owner < plan.workers(); owner++) {
      int from = core + plan.haloStart(owner);
      int to = from + plan.haloCount(owner);
      int edges = 0;
      for (int c : column) {
        edges += c >= from && c < to ? 1 : 0;
      }
      keep(from, to, edges, NodeDraw.count(edges, rate));
    }
  }

  /** Leaves out as many edges as {@link #keepBoundaryEdges} does, wherever they lead. */
  void keepAllEdges(double rate, RandomKey key) {
    number(key);
    int edges = 0;
    int toHalo = 0;
    for (int row = 0; row < core; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        factor[e] = 1;
        edges += column[e] == row ? 0 : 1;
        toHalo += column[e] < core ? 0 : 1;
      }
    }
    keep(0, ids.length, edges, edges - (toHalo - NodeDraw.count(toHalo, rate)));
  }

  /** A number for every edge that depends on its ends alone; those of loops are never drawn. */
  private void number(RandomKey key) {
    if (numbers.length < column.length) {
      numbers = new long[column.length];
      factor = new float[column.length];
    }
    for (int row = 0; row < core; row++) {
      long target = RandomKey.childBits(key.bits(), ids[row]);
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        numbers[e] = RandomKey.childBits(target, ids[column[e]]);
      }
    }
  }

  /** Of the edges whose source lies in a range, keeps those with the smallest numbers. */
  private void keep(int from, int to, int edges, int count) {
    long[] drawn = new long[edges];
    int next = 0;
    for (int row = 0; row < core; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        if (column[e] >= from && column[e] < to && column[e] != row) {
          drawn[next++] = numbers[e];
        }
      }
    }
    long largest = NodeDraw.largestOfSmallest(drawn, count);
    float weight = (float) edges / count;
    for (int row = 0; row < core; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        if (column[e] >= from && column[e] < to && column[e] != row) {
          factor[e] = count > 0 && numbers[e] <= largest ? weight : 0;
        }
      }
    }
  }

  /** By owner, the places of its halo nodes that some edge still reads. */
  int[][] readPlaces() {
    boolean[] read = new boolean[plan.haloCount()];
    for (int e = 0; e < column.length; e++) {
      if (column[e] >= core && factor[e] > 0) {
        read[column[e] - core] = true;
      }
    }
    int[][] places = new int[plan.workers()][];
    for (int owner = 0; owner < places.length; owner++) {
      int from = plan.haloStart(owner);
      int[] found = new int[plan.haloCount(owner)];
      int count = 0;
      for (int i = 0; i < found.length; i++) {
        if (read[from + i]) {
          found[count++] = i;
        }
      }
      places[owner] = Arrays.copyOf(found, count);
    }
    return places;
  }
}
