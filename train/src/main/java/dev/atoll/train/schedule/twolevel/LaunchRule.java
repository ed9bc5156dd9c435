package dev.atoll.train.schedule.twolevel;

import dev.atoll.train.schedule.Launch;

/**
 * The coarse level of two-level scheduling (ByteGNN, section 5): a batch is launched when
 *
 * <pre>
 *   score = T_gap · f(C_util) · T_sample / (T_train · Q)  ≥  σ
 *   f(c) = 101 − exp(c / (100 / ln 101)),  so f(0) = 100 and f(100) = 0
 * </pre>
 *
 * with T_gap the milliseconds since the launch before, C_util the CPU use in percent, T_sample and
 * T_train the mean times of preparing and computing a batch, and Q the batches that are made and
 * wait. If no batch waits, the next one is launched regardless of the score.
 */
final class LaunchRule {
  /** The weight of the last measurement in an average. */
  private static final double NEWEST = 0.1;

  private static final double NANOS_PER_MILLI = 1e6;

  private final double threshold;
  private final CpuUse cpu = new CpuUse();
  private double sampleMillis;
  private double trainMillis;
  private long lastLaunch = System.nanoTime();
  private int looks;
  private long handOvers;

  LaunchRule(double threshold) {
    this.threshold = threshold;
  }

  /** f(C_util): the idle share of the processors, from 100 to 0. */
  static double idlePercent(double cpuPercent) {
    return 101 - StrictMath.exp(cpuPercent / (100 / StrictMath.log(101)));
  }

  static double score(
      double gapMillis, double cpuPercent, double sampleMillis, double trainMillis, int queue) {
    return gapMillis * idlePercent(cpuPercent) * sampleMillis / (trainMillis * queue);
  }

  /** Decides whether to launch the batch of a step; a launch is recorded in {@link #launches}. */
  Launch look(int step, int underWay, int queue, long handOversSoFar) {
    looks++;
    long now = System.nanoTime();
    double gap = (now - lastLaunch) / NANOS_PER_MILLI;
    double use = cpu.percent();
    boolean measured = sampleMillis > 0 && trainMillis > 0;
    double score =
        queue == 0
            ? 0
            : score(gap, use, measured ? sampleMillis : 1, measured ? trainMillis : 1, queue);
    return new Launch(
        step,
        now,
        looks,
        underWay,
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
    return look.queue() == 0 || look.score() >= look.threshold();
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
