package dev.atoll.train.halo.bns;

import dev.atoll.comm.Communicator;
import dev.atoll.graph.RandomKey;
import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.HaloPlan;
import java.util.Arrays;

/**
 * Draws edges one by one. A draw depends only on the key and the ids of an edge's ends, and for
 * parallel edges on their order. Readers send each owner the list of its nodes that they still
 * read.
 */
final class EdgeDraw implements EpochDraw {
  private final Communicator workers;
  private final Selection selection;
  private final HaloPlan all;
  private final int core;
  private final long[] ids;
  private final long[] start;
  private final int[] source;
  private final long[] numbers;
  private final float[] weight;

  /** Keeps edges by calling one of the methods of this class. */
  @FunctionalInterface
  interface Selection {
    void keep(EdgeDraw edges, RandomKey epoch);
  }

  EdgeDraw(BoundaryGraph graph, Selection selection) {
    this.workers = graph.workers();
    this.selection = selection;
    this.all = graph.halo();
    this.core = graph.core();
    this.ids = graph.ids();
    this.start = graph.edgeStart();
    this.source = graph.edgeSource();
    this.numbers = new long[source.length];
    this.weight = new float[source.length];
  }

  @Override
  public HaloPlan draw(RandomKey epoch) {
    selection.keep(this, epoch);
    return all.chosenByReaders(readPlaces(), workers);
  }

  @Override
  public float weight(int edge, int sourceRow) {
    return weight[edge];
  }

  @Override
  public boolean drawsNodes() {
    return false;
  }

  @Override
  public long heldBytes() {
    return (long) source.length * (Integer.BYTES + Long.BYTES + Float.BYTES)
        + (long) start.length * Long.BYTES;
  }

  /** Keeps a share of the edges to every owner's nodes. */
  void keepBoundaryEdges(double rate, RandomKey key) {
    number(key);
    Arrays.fill(weight, 1);
    for (int owner = 0; owner < all.workers(); owner++) {
      int from = core + all.haloStart(owner);
      int to = from + all.haloCount(owner);
      int edges = 0;
      for (int s : source) {
        edges += s >= from && s < to ? 1 : 0;
      }
      keep(from, to, edges, NodeDraw.count(edges, rate));
    }
  }

  /** Leaves out as many edges as {@link #keepBoundaryEdges} does, of all edges but self-loops. */
  void keepAllEdges(double rate, RandomKey key) {
    number(key);
    int edges = 0;
    int toHalo = 0;
    for (int row = 0; row < core; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        weight[e] = 1;
        edges += source[e] == row ? 0 : 1;
        toHalo += source[e] < core ? 0 : 1;
      }
    }
    keep(0, ids.length, edges, edges - (toHalo - NodeDraw.count(toHalo, rate)));
  }

  /** Gives every edge a number by its ends, and by that of a parallel edge before it. */
  private void number(RandomKey key) {
    int[] latest = new int[ids.length];
    Arrays.fill(latest, -1);
    for (int row = 0; row < core; row++) {
      long target = RandomKey.childBits(key.bits(), ids[row]);
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        int before = latest[source[e]];
        long parent = before < start[row] ? target : numbers[before];
        numbers[e] = RandomKey.childBits(parent, ids[source[e]]);
        latest[source[e]] = e;
      }
    }
  }

  /**
   * Marks the edges with the smallest numbers as drawn, among the edges whose source is in a range.
   */
  private void keep(int from, int to, int edges, int count) {
    long[] drawn = new long[edges];
    int next = 0;
    for (int row = 0; row < core; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        if (source[e] >= from && source[e] < to && source[e] != row) {
          drawn[next++] = numbers[e];
        }
      }
    }
    long largest = NodeDraw.largestOfSmallest(drawn, count);
    float kept = (float) edges / count;
    for (int row = 0; row < core; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        if (source[e] >= from && source[e] < to && source[e] != row) {
          weight[e] = count > 0 && numbers[e] <= largest ? kept : 0;
        }
      }
    }
  }

  /** The indices of each owner's halo nodes that some drawn edge reads. */
  private int[][] readPlaces() {
    boolean[] read = new boolean[all.haloCount()];
    for (int e = 0; e < source.length; e++) {
      if (source[e] >= core && weight[e] > 0) {
        read[source[e] - core] = true;
      }
    }
    int[][] places = new int[all.workers()][];
    for (int owner = 0; owner < places.length; owner++) {
      int from = all.haloStart(owner);
      int[] found = new int[all.haloCount(owner)];
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
