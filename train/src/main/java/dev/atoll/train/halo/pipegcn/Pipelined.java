package dev.atoll.train.halo.pipegcn;

import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.RowSmoothing;
import dev.atoll.train.halo.Senders;
import java.util.Optional;

/**
 * PipeGCN: every worker sends in every epoch, and an epoch reads the embeddings and gradients of
 * the last one, so that the exchange of an epoch is hidden behind its computation and the next
 * one's.
 *
 * @param lag epochs from sending to reading: 1, or 0 for an exact exchange
 * @param smoothed the rows that are averaged over epochs
 * @param decay γ: the weight of the average so far
 */
public record Pipelined(int lag, Smoothed smoothed, double decay) implements RefreshRule {
  public Pipelined {
    if (lag < 0 || lag > 1) {
      throw new IllegalArgumentException("exchange.lag=" + lag + ": expected 0 or 1");
    }
    if (!(decay >= 0 && decay < 1)) {
      throw new IllegalArgumentException(
          "weight " + decay + " of the average so far" + ": expected at least 0 and less than 1");
    }
  }

  @Override
  public Senders senders(RefreshStep step) {
    return Senders.all(step.workers());
  }

  @Override
  public boolean usesStale() {
    return lag > 0;
  }

  @Override
  public Optional<RowSmoothing> smoothing(Direction direction) {
    return smoothed.includes(direction)
        ? Optional.of(new MovingAverage((float) decay))
        : Optional.empty();
  }

  @Override
  public void check(BoundarySampler rows) {
    if (lag > 0 && !rows.isFixed()) {
      throw new IllegalArgumentException(
          "exchange.refresh=pipelined: expected the same exchange.rows in every epoch, halo or"
              + " all");
    }
  }
}
