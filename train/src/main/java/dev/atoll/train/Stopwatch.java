package dev.atoll.train;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Wall and CPU time of a piece of work. CPU time counts all threads of the process. */
final class Stopwatch {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final long wallStart = System.nanoTime();
  private final long cpuStart = SYSTEM.getProcessCpuTime();
  private long wallNanos;
  private long cpuNanos;

  private Stopwatch() {}

  static Stopwatch start() {
    return new Stopwatch();
  }

  void stop() {
    wallNanos = System.nanoTime() - wallStart;
    cpuNanos = SYSTEM.getProcessCpuTime() - cpuStart;
  }

  double seconds() {
    return wallNanos * 1e-9;
  }

  double cpuSeconds() {
    return cpuNanos * 1e-9;
  }
}
