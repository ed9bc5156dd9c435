package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.RandomKey;

/**
 * Betters a partition of one level: balance first, then the cut.
 *
 * @param rounds at most; ends earlier when a round gains nothing
 * @param localNodes on graphs of up to so many nodes, a search also starts from every boundary node
 *     by itself: stronger, and slower
 * @param patience moves without gain before a search ends
 */
public record Refiner(int rounds, int localNodes, int patience, int threads) {
  private static final int LOCAL_PATIENCE = 25;
  private static final int VOLUME_ROUNDS = 8;

  /** What a round must gain, of what those before it gained, to be followed by another. */
  private static final double WORTH_ANOTHER = 0.05;

  /** What a round must gain, per node. */
  private static final double WORTH_A_VOLUME_ROUND = 0.001;

  /** The same on one thread and without the slower searches: for one of many tries. */
  public Refiner quick() {
    return new Refiner(rounds, 0, patience, 1);
  }

  /**
   * Brings a partition within its caps, where that is possible, and lowers its cut.
   *
   * @param near holds every node with a neighbour in another part, and others perhaps; null for all
   *     nodes
   * @return the nodes with a neighbour in another part now
   */
  public boolean[] refine(PartState state, boolean[] near, RandomKey key) {
    var gains = new GainTable(state, near, threads);
    new Rebalancer(state, gains).run();
    var fm = new FmRefiner(state, gains);
    boolean local = state.graph().nodeCount() <= localNodes;
    long sum = 0;
    for (int round = 0; round < rounds; round++) {
      long gained = fm.globalRound(patience);
      if (local) {
        gained += fm.localRound(key.child(round), LOCAL_PATIENCE);
      }
      if (gained <= sum * WORTH_ANOTHER) {
        break;
      }
      sum += gained;
    }
    return gains.boundary();
  }

  /** Lowers the communication volume of the finest level. */
  public void refineVolume(PartState state) {
    var volume = new VolumeRefiner(state, new GainTable(state, null, threads));
    for (int round = 0; round < VOLUME_ROUNDS; round++) {
      if (volume.round() < WORTH_A_VOLUME_ROUND * state.graph().nodeCount()) {
        break;
      }
    }
  }
}
