package dev.atoll.train.schedule.twolevel;

import dev.atoll.tensor.device.CpuTime;

/** The recent CPU utilisation of this process, of the processors that it may use. */
final class CpuUse {

  /** A shorter one would see single tasks. */
  private static final long WINDOW_NANOS = 50_000_000;

  private final int processors = Runtime.getRuntime().availableProcessors();
  private long wall = System.nanoTime();
  private long cpu = CpuTime.nanos();
  private double percent;

  /** The use of all processors, from 0 to 100. */
  double percent() {
    long now = System.nanoTime();
    if (now - wall >= WINDOW_NANOS) {
      long used = CpuTime.nanos();
      double share = (double) (used - cpu) / (now - wall) / processors;
      percent = Math.clamp(100 * share, 0, 100);
      wall = now;
      cpu = used;
    }
    return percent;
  }
}
