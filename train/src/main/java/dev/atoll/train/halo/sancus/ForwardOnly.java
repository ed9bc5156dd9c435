package dev.atoll.train.halo.sancus;

import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;

/** A rule for embeddings; their gradients travel in every epoch, as in algorithm 3 of SANCUS. */
public record ForwardOnly(RefreshRule rule) implements RefreshRule {
  @Override
  public Senders senders(RefreshStep step) {
    return step.direction() == Direction.FORWARD ? rule.senders(step) : Senders.all(step.workers());
  }

  @Override
  public boolean usesStale() {
    return rule.usesStale();
  }

  @Override
  public boolean readsRows() {
    return rule.readsRows();
  }

  @Override
  public int compared(int all, int read) {
    return rule.compared(all, read);
  }

  @Override
  public boolean usesStale(Direction direction) {
    return direction == Direction.FORWARD && rule.usesStale();
  }

  @Override
  public void check(BoundarySampler rows) {
    rule.check(rows);
  }

  @Override
  public void checkWorkers(int workers) {
    rule.checkWorkers(workers);
  }
}
