package dev.atoll.train.halo.bns;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.HaloPlan;

/**
 * Draws nodes: for every ordered pair of workers, some of the nodes that one reads of the other.
 * Both ends draw, with the same key and from the same node ids, so that no ids travel.
 */
final class BoundaryDraw implements EpochDraw {
  private final HaloPlan all;
  private final double rate;
  private final int rank;
  private final int core;
  private final long[][] halo;
  private final long[][] boundary;
  private float[] weightOfHalo = {};

  BoundaryDraw(BoundaryGraph graph, double rate) {
    this.all = graph.halo();
    this.rate = rate;
    this.rank = graph.workers().rank();
    this.core = graph.core();
    this.halo = new long[all.workers()][];
    this.boundary = new long[all.workers()][];
    long[] ids = graph.ids();
    for (int peer = 0; peer < halo.length; peer++) {
      halo[peer] = new long[all.haloCount(peer)];
      for (int i = 0; i < halo[peer].length; i++) {
        halo[peer][i] = ids[core + all.haloStart(peer) + i];
      }
      boundary[peer] = new long[all.boundaryCount(peer)];
      for (int i = 0; i < boundary[peer].length; i++) {
        boundary[peer][i] = ids[all.boundaryRow(peer, i)];
      }
    }
  }

  @Override
  public HaloPlan draw(RandomKey epoch) {
    int[][] read = new int[halo.length][];
    int[][] given = new int[halo.length][];
    for (int peer = 0; peer < halo.length; peer++) {
      read[peer] = drawn(halo[peer], epoch.child(rank).child(peer));
      given[peer] = drawn(boundary[peer], epoch.child(peer).child(rank));
    }
    HaloPlan drawn = all.chosen(read, given);
    weigh(drawn);
    return drawn;
  }

  private int[] drawn(long[] ids, RandomKey key) {
    return NodeDraw.places(ids, NodeDraw.count(ids.length, rate), key);
  }

  private void weigh(HaloPlan drawn) {
    weightOfHalo = new float[all.haloCount()];
    for (int owner = 0; owner < all.workers(); owner++) {
      int count = drawn.haloCount(owner);
      float weight = (float) all.haloCount(owner) / count;
      for (int i = 0; i < count; i++) {
        weightOfHalo[all.haloStart(owner) + drawn.haloPlace(owner, i)] = weight;
      }
    }
  }

  @Override
  public float weight(int edge, int source) {
    return source < core ? 1 : weightOfHalo[source - core];
  }

  @Override
  public boolean drawsNodes() {
    return true;
  }
}
