package dev.atoll.train.halo.sancus;

import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;

/** {@link VariationGap} for every reader: rows go to the peers for whom they have moved. */
public record PeerGap(GapBound bound) implements RefreshRule {
  /** A worker sends the list of its receivers as the bits of one number. */
  private static final int MOST_WORKERS = Long.SIZE;

  @Override
  public Senders senders(RefreshStep step) {
    long readers = 0;
    RefreshStep.ChangeTest test = bound.test(step);
    for (int peer = 0; peer < step.workers(); peer++) {
      if (step.goesTo(peer) && step.movedSinceSent(peer, test)) {
        readers |= 1L << peer;
      }
    }
    return Senders.toReaders(step.allGather(readers));
  }

  @Override
  public boolean usesStale() {
    return true;
  }

  @Override
  public boolean readsRows() {
    return true;
  }

  @Override
  public int compared(int all, int read) {
    return read;
  }

  @Override
  public void check(BoundarySampler rows) {
    if (!rows.sendsExactHalo()) {
      throw new IllegalArgumentException(
          "exchange.refresh=peer-gap: expected exchange.rows=halo, where every reader has rows of"
              + " its own");
    }
  }

  @Override
  public void checkWorkers(int workers) {
    if (workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "exchange.refresh=peer-gap with %d workers: expected at most %d; take variation-gap"
              .formatted(workers, MOST_WORKERS));
    }
  }
}
