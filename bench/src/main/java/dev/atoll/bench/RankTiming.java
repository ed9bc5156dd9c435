package dev.atoll.bench;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.device.CpuTime;
import java.util.Arrays;

/**
 * Times work that all ranks of this process do together, in turns, from the start on all to the end
 * on all. Shared by the ranks; the first one measures the times.
 */
final class RankTiming {

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
    double cpuStart = CpuTime.seconds();
    long start = System.nanoTime();
    work.run();
    all.barrier();
    if (turn >= 0 && all.rank() == 0) {
      seconds[turn] = (System.nanoTime() - start) * 1e-9;
      cpuSeconds[turn] = CpuTime.seconds() - cpuStart;
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
