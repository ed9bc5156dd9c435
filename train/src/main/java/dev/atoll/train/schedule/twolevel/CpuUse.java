package dev.atoll.train.schedule.twolevel;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The recent CPU utilisation of this process, of the processors that it may use. */
final class CpuUse {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** The system counts CPU time in ticks of 10 ms: a shorter look would see steps, not use. */
  private static final long WINDOW_NANOS = 50_000_000;

  private final int processors = Runtime.getRuntime().availableProcessors();
  private long wall = System.nanoTime();
  private long cpu = SYSTEM.getProcessCpuTime();
  private double percent;

  /** From 0 to 100: all processors. */
  double percent() {
    long now = System.nanoTime();
    if (now - wall >= WINDOW_NANOS) {
      long used = SYSTEM.getProcessCpuTime();
      double share = (double) (used - cpu) / (now - wall) / processors;
      percent = Math.clamp(100 * share, 0, 100);
      wall = now;
      cpu = used;
    }
    return percent;
  }
}
