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
  private final NodeChoice choice;
  private final int rank;
  private final int core;
  private final long[] ids;
  private final float[] weightOfHalo;
  private final float[] weightOfBoundary;

  /** Draws some of the nodes that one worker reads of another. */
  interface NodeChoice {
    /**
     * The indices of the drawn nodes, ascending.
     *
     * @param reader the worker that reads them
     * @param owner the worker that has them
     * @param weights takes the weight of every drawn node; 0 for the others
     */
    int[] draw(int reader, int owner, Nodes nodes, RandomKey key, float[] weights);

    /** Bytes of the arrays that it draws from. */
    default long heldBytes() {
      return 0;
    }
  }

  /** Nodes by index. */
  interface Nodes {
    int count();

    /** The node's number in the dataset. */
    long id(int index);
  }

  BoundaryDraw(BoundaryGraph graph, NodeChoice choice) {
    this.all = graph.halo();
    this.choice = choice;
    this.rank = graph.workers().rank();
    this.core = graph.core();
    this.ids = graph.ids();
    this.weightOfHalo = new float[all.haloCount()];
    int most = 0;
    for (int peer = 0; peer < all.workers(); peer++) {
      most = Math.max(most, Math.max(all.boundaryCount(peer), all.haloCount(peer)));
    }
    this.weightOfBoundary = new float[most];
  }

  @Override
  public HaloPlan draw(RandomKey epoch) {
    int[][] read = new int[all.workers()][];
    int[][] given = new int[all.workers()][];
    for (int peer = 0; peer < read.length; peer++) {
      RandomKey key = epoch.child(rank).child(peer);
      read[peer] = choice.draw(rank, peer, halo(peer), key, weightOfBoundary);
      System.arraycopy(weightOfBoundary, 0, weightOfHalo, all.haloStart(peer), all.haloCount(peer));
      given[peer] =
          choice.draw(peer, rank, boundary(peer), epoch.child(peer).child(rank), weightOfBoundary);
    }
    return all.chosen(read, given);
  }

  /** The nodes that this worker reads of an owner. */
  private Nodes halo(int owner) {
    return new Nodes() {
      @Override
      public int count() {
        return all.haloCount(owner);
      }

      @Override
      public long id(int index) {
        return ids[core + all.haloStart(owner) + index];
      }
    };
  }

  /** The nodes that a peer reads of this worker. */
  private Nodes boundary(int peer) {
    return new Nodes() {
      @Override
      public int count() {
        return all.boundaryCount(peer);
      }

      @Override
      public long id(int index) {
        return ids[all.boundaryRow(peer, index)];
      }
    };
  }

  @Override
  public float weight(int edge, int source) {
    return source < core ? 1 : weightOfHalo[source - core];
  }

  @Override
  public boolean drawsNodes() {
    return true;
  }

  @Override
  public long heldBytes() {
    return (long) Float.BYTES * (weightOfHalo.length + weightOfBoundary.length)
        + choice.heldBytes();
  }
}
