package dev.atoll.app.plan.kernel;

import java.util.concurrent.atomic.DoubleAdder;

/**
 * Seconds of counted calls: as such calls took where some were done, otherwise work over speed.
 *
 * @param speed of all kinds of work
 * @param times of calls that were done
 */
public record KernelPrice(Speed speed, KernelTimes times) {
  /** Seconds of the clock that a worker with so many threads takes for all of it. */
  public double seconds(WorkCounts work, int threads) {
    var seconds = new DoubleAdder();
    work.forEach(
        (call, calls, amount) ->
            seconds.add(
                times
                    .seconds(call, calls, amount)
                    .orElseGet(() -> speed.coreSeconds(call, calls, amount) / threads)));
    return seconds.sum();
  }
}
