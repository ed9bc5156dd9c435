package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.RandomKey;

/** Betters a partition of one level. */
public record Refiner(int rounds, int localNodes, int patience, int threads) {
  public Refiner onOneThread() {
    return new Refiner(rounds, localNodes, patience, 1);
  }

  public void refine(PartState state, RandomKey key) {
    var gains = new GainTable(state, threads);
    new Rebalancer(state, gains).run();
    var fm = new FmRefiner(state, gains);
    int n = state.graph().nodeCount();
    for (int round = 0; round < rounds; round++) {
      long gained = fm.globalRound(patience);
      if (n <= localNodes) {
        gained += fm.localRound(key.child(round), 25, Integer.MIN_VALUE);
      }
      if (gained == 0) {
        break;
      }
    }
  }
}
