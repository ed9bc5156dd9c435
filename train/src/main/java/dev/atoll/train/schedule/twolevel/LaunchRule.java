package dev.atoll.train.schedule.twolevel;

import dev.atoll.train.schedule.Launch;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The coarse level of two-level scheduling (ByteGNN, section 4.2.2): a batch is launched when
 *
 * <pre>
 *   score = T_gap · f(C_util) · T_sample / (T_train · max(Q, ½))  ≥  σ
 *   f(c) = 101 − exp(c / (100 / ln 101)),  so f(0) = 100 and f(100) = 0
 * </pre>
 *
 * with T_gap the milliseconds since the launch before, C_util the CPU use in percent, T_sample and
 * T_train the mean times of preparing and computing a batch, and Q the batches that are made and
 * wait. The published score divides by Q; here no waiting batch counts as half a one, so that the
 * gap and the CPU use hold back a burst. If none is made or being made, the next one is launched
 * regardless of the score: the trainer would have nothing to do.
 */
final class LaunchRule {
  /** The weight of the last measurement in an average. */
  private static final double NEWEST = 0.1;

  /** What an empty queue counts as. */
  private static final double EMPTY_QUEUE = 0.5;

  private static final double NANOS_PER_MILLI = 1e6;

  private final double threshold;
  private final LongSupplier clock;
  private final DoubleSupplier cpuPercent;
  private double sampleMillis;
  private double trainMillis;
  private long lastLaunch;
  private int looks;
  private long handOvers;

  /**
   * @param clock in nanoseconds
   * @param cpuPercent the use of the processors, from 0 to 100
   */
  LaunchRule(double threshold, LongSupplier clock, DoubleSupplier cpuPercent) {
    this.threshold = threshold;
    this.clock = clock;
    this.cpuPercent = cpuPercent;
    this.lastLaunch = clock.getAsLong();
  }

  /** f(C_util): the idle share of the processors, from 100 to 0. */
  static double idlePercent(double cpuPercent) {
    return Math.max(0, 101 - StrictMath.exp(cpuPercent / (100 / StrictMath.log(101))));
  }

  static double score(
      double gapMillis, double cpuPercent, double sampleMillis, double trainMillis, int queue) {
    double waiting = Math.max(queue, EMPTY_QUEUE);
    return gapMillis * idlePercent(cpuPercent) * sampleMillis / (trainMillis * waiting);
  }

  /**
   * Looks at the launch of the batch of a step, to be judged by {@link #launches}.
   *
   * @param underWay batches that would be launched and not yet computed, this one among them
   * @param making batches launched before and not yet made
   * @param queue batches made and not yet computed
   */
  Launch look(int step, int underWay, int making, int queue, long handOversSoFar) {
    looks++;
    long now = clock.getAsLong();
    double gap = (now - lastLaunch) / NANOS_PER_MILLI;
    double use = cpuPercent.getAsDouble();
    boolean measured = sampleMillis > 0 && trainMillis > 0;
    double score = score(gap, use, measured ? sampleMillis : 1, measured ? trainMillis : 1, queue);
    return new Launch(
        step,
        now,
        looks,
        underWay,
        making,
        use,
        gap,
        sampleMillis,
        trainMillis,
        queue,
        score,
        threshold,
        handOversSoFar - handOvers);
  }

  static boolean launches(Launch look) {
    return look.making() + look.queue() == 0 || look.score() >= look.threshold();
  }

  void launched(Launch launch, long handOversSoFar) {
    handOvers = handOversSoFar;
    lastLaunch = launch.nanos();
    looks = 0;
  }

  void sampled(long nanos) {
    sampleMillis = average(sampleMillis, nanos / NANOS_PER_MILLI);
  }

  void trained(long nanos) {
    trainMillis = average(trainMillis, nanos / NANOS_PER_MILLI);
  }

  private static double average(double before, double newest) {
    return before == 0 ? newest : before + NEWEST * (newest - before);
  }
}
