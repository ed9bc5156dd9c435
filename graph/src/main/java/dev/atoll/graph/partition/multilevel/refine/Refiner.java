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
  private static final double WORTH_A_ROUND = 0.001;

  public Refiner onOneThread() {
    return new Refiner(rounds, localNodes, patience, 1);
  }

  /** Brings a partition within its caps, where that is possible, and lowers its cut. */
  public void refine(PartState state, RandomKey key) {
    var gains = new GainTable(state, threads);
    new Rebalancer(state, gains).run();
    var fm = new FmRefiner(state, gains);
    boolean local = state.graph().nodeCount() <= localNodes;
    for (int round = 0; round < rounds; round++) {
      long gained = fm.globalRound(patience);
      if (local) {
        gained += fm.localRound(key.child(round), LOCAL_PATIENCE);
      }
      if (gained == 0) {
        break;
      }
    }
  }

  /** Lowers the communication volume of the finest level. */
  public void refineVolume(PartState state) {
    var volume = new VolumeRefiner(state, new GainTable(state, threads));
    for (int round = 0; round < VOLUME_ROUNDS; round++) {
      if (volume.round() < WORTH_A_ROUND * state.graph().nodeCount()) {
        break;
      }
    }
  }
}
