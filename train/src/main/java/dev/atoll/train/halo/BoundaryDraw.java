package dev.atoll.train.halo;

import dev.atoll.graph.RandomKey;

/**
 * BNS-GCN's draws: for every ordered pair of workers, some of the nodes that one reads of the
 * other. Both ends draw, from the same key and the same names, so that nothing has to be told.
 */
public final class BoundaryDraw {
  private final HaloPlan all;
  private final int rank;
  private final long[][] halo;
  private final long[][] boundary;

  /**
   * @param ids of the core rows and the halo rows behind them, in the dataset
   * @param core how many core rows there are
   */
  public BoundaryDraw(HaloPlan all, int rank, long[] ids, int core) {
    this.all = all;
    this.rank = rank;
    this.halo = new long[all.workers()][];
    this.boundary = new long[all.workers()][];
    for (int peer = 0; peer < halo.length; peer++) {
      halo[peer] = new long[all.haloCount(peer)];
      for (int i = 0; i < halo[peer].length; i++) {
        halo[peer][i] = ids[core + all.haloStart(peer) + i];
      }
      boundary[peer] = new long[all.boundaryCount(peer)];
      for (int i = 0; i < boundary[peer].length; i++) {
        boundary[peer][i] = ids[all.boundary(peer).row(i)];
      }
    }
  }

  /** The rows of an epoch. */
  public HaloPlan draw(double rate, RandomKey epoch) {
    int[][] read = new int[halo.length][];
    int[][] given = new int[halo.length][];
    for (int peer = 0; peer < halo.length; peer++) {
      read[peer] = drawn(halo[peer], rate, epoch.child(rank).child(peer));
      given[peer] = drawn(boundary[peer], rate, epoch.child(peer).child(rank));
    }
    return all.chosen(read, given);
  }

  private static int[] drawn(long[] names, double rate, RandomKey key) {
    return NodeDraw.places(names, NodeDraw.count(names.length, rate), key);
  }
}
