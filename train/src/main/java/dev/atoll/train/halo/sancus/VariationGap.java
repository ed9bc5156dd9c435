package dev.atoll.train.halo.sancus;

import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;
import java.util.BitSet;

/** A worker broadcasts when its rows have moved too far since its last broadcast. */
public record VariationGap(GapBound bound) implements RefreshRule {
  @Override
  public Senders senders(RefreshStep step) {
    long[] moved = step.allGather(step.movedSinceSent(bound.test(step)) ? 1 : 0);
    BitSet active = new BitSet(moved.length);
    for (int worker = 0; worker < moved.length; worker++) {
      active.set(worker, moved[worker] != 0);
    }
    return Senders.broadcasts(active, step.workers());
  }

  @Override
  public boolean usesStale() {
    return true;
  }

  @Override
  public boolean readsRows() {
    return true;
  }
}
