package dev.atoll.app.plan.kernel;

import java.util.concurrent.atomic.DoubleAdder;

/**
 * Computes the seconds of counted calls: the measured time of the same kind of call, otherwise work
 * over speed.
 *
 * @param speed of all kinds of work
 * @param times of calls
 */
public record KernelPrice(Speed speed, KernelTimes times) {
  /** Wall seconds that a worker takes for all of the work. */
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
