package dev.atoll.app.plan.draw;

import dev.atoll.app.plan.kernel.DrawnWork;
import dev.atoll.app.plan.kernel.Speed;
import dev.atoll.app.plan.kernel.Work;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How fast a device draws neighbourhoods and reads rows of the host's memory.
 *
 * @param hopSeconds of a hop with next to no edges: launches, and waiting for its sizes
 * @param edgesPerSecond that are drawn and numbered
 * @param busBytesPerSecond of rows in pinned host memory
 * @param stagedBytesPerSecond of rows that the host copies first
 */
public record SamplingSpeed(
    double hopSeconds,
    double edgesPerSecond,
    double busBytesPerSecond,
    double stagedBytesPerSecond) {
  /** Bytes of scattered reads and writes for an edge: six sectors of 32. */
  private static final double BYTES_PER_EDGE = 192;

  /** Launches of a hop, including the wait for its sizes, which takes as long as some of them. */
  private static final double CALLS_PER_HOP = 16;

  /**
   * Estimates the speed of sampling from the speed of a device at other work.
   *
   * @param busBytesPerSecond of the bus
   */
  public static SamplingSpeed estimated(Speed speed, double busBytesPerSecond) {
    return new SamplingSpeed(
        CALLS_PER_HOP / speed.perCore().get(Work.CALLS).getFirst(),
        speed.perCore().get(Work.ROWS).getLast() / BYTES_PER_EDGE,
        busBytesPerSecond,
        speed.perCore().get(Work.COPIES).getLast());
  }

  /** Seconds in which the device is busy with the work. */
  public double busySeconds(DrawnWork work) {
    return work.edges() / edgesPerSecond + readSeconds(work);
  }

  /** Seconds in which the device reads the host's memory; a share of {@link #busySeconds}. */
  public double readSeconds(DrawnWork work) {
    return work.busBytes() / busBytesPerSecond + work.stagedBytes() / stagedBytesPerSecond;
  }

  /** Seconds of waiting between kernels, hop by hop. */
  public double waitingSeconds(DrawnWork work) {
    return work.hops() * hopSeconds;
  }

  /** The speed as JSON, for the cache. */
  public Map<String, Double> json() {
    Map<String, Double> json = new LinkedHashMap<>();
    json.put("hopSeconds", hopSeconds);
    json.put("edgesPerSecond", edgesPerSecond);
    json.put("busBytesPerSecond", busBytesPerSecond);
    json.put("stagedBytesPerSecond", stagedBytesPerSecond);
    return json;
  }

  /** Parses {@link #json}; empty for another version or a damaged file. */
  public static Optional<SamplingSpeed> read(Map<String, Double> json) {
    var speed =
        new SamplingSpeed(
            json.getOrDefault("hopSeconds", 0.0),
            json.getOrDefault("edgesPerSecond", 0.0),
            json.getOrDefault("busBytesPerSecond", 0.0),
            json.getOrDefault("stagedBytesPerSecond", 0.0));
    boolean whole =
        speed.hopSeconds > 0
            && speed.edgesPerSecond > 0
            && speed.busBytesPerSecond > 0
            && speed.stagedBytesPerSecond > 0;
    return whole ? Optional.of(speed) : Optional.empty();
  }
}
