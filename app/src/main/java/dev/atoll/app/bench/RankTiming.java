package dev.atoll.app.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.atoll.comm.Communicator;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Times work that all ranks of this process do together, turn by turn, from the start on all to the
 * end on all. Shared by the ranks; the first one holds the watch.
 */
final class RankTiming {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final double[] seconds;
  private final double[] cpuSeconds;

  /** The work of one rank. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  RankTiming(int turns) {
    seconds = new double[turns];
    cpuSeconds = new double[turns];
  }

  /**
   * Does a turn; called by all ranks.
   *
   * @param turn from 0; below 0 to warm up
   */
  void turn(int turn, Communicator all, Work work) throws Exception {
    all.barrier();
    long cpuStart = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    work.run();
    all.barrier();
    if (turn >= 0 && all.rank() == 0) {
      seconds[turn] = (System.nanoTime() - start) * 1e-9;
      cpuSeconds[turn] = (SYSTEM.getProcessCpuTime() - cpuStart) * 1e-9;
    }
  }

  Timing median() {
    return new Timing(median(seconds), median(cpuSeconds));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
