package dev.atoll.app.plan.kernel;

import java.util.concurrent.atomic.DoubleAdder;

/**
 * Seconds of counted calls: as timed where calls of the kind were, otherwise work over speed.
 *
 * @param speed of all kinds of work
 * @param times of calls
 */
public record KernelPrice(Speed speed, KernelTimes times) {
  /** Seconds of the clock that a worker takes for all of it. */
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
