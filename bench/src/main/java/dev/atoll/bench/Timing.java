package dev.atoll.bench;

import dev.atoll.tensor.device.CpuTime;
import java.util.Arrays;

/**
 * The duration of a call: the median of several.
 *
 * @param cpuSeconds of all threads of the process together; steadier than wall time on a busy
 *     machine
 */
public record Timing(double seconds, double cpuSeconds) {
  private static final double WARM_UP_SECONDS = 1;

  /** Calls until warm, then times {@code repeats} calls. */
  public static Timing of(int repeats, Runnable call) {
    long begun = System.nanoTime();
    do {
      call.run();
    } while ((System.nanoTime() - begun) * 1e-9 < WARM_UP_SECONDS);
    double[] wall = new double[repeats];
    double[] cpu = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      long wallStart = System.nanoTime();
      double cpuStart = CpuTime.seconds();
      call.run();
      cpu[i] = CpuTime.seconds() - cpuStart;
      wall[i] = (System.nanoTime() - wallStart) * 1e-9;
    }
    return new Timing(median(wall), median(cpu));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
