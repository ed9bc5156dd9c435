package dev.atoll.app.plan.kernel;

import dev.atoll.app.plan.kernel.Work.Reach;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * The work that a core of a machine does in a second while all its cores are busy.
 *
 * @param perCore by kind of work and reach, in the order of {@link Reach}
 */
public record Speed(Map<Work, List<Double>> perCore) {
  public Speed {
    perCore = Map.copyOf(perCore);
  }

  /** The median of several speeds, for each kind of work and reach. */
  static Speed median(List<Speed> several) {
    Map<Work, List<Double>> rates = new EnumMap<>(Work.class);
    for (Work work : Work.values()) {
      List<Double> byReach = new ArrayList<>();
      for (Reach reach : Reach.values()) {
        double[] sorted =
            several.stream().mapToDouble(speed -> speed.rate(work, reach)).sorted().toArray();
        byReach.add(sorted[sorted.length / 2]);
      }
      rates.put(work, byReach);
    }
    return new Speed(rates);
  }

  /** Seconds that one core takes for the work. */
  public double coreSeconds(WorkCounts work) {
    var seconds = new DoubleAdder();
    work.forEach((call, calls, amount) -> seconds.add(coreSeconds(call, calls, amount)));
    return seconds.sum();
  }

  /** Seconds that one core takes for calls of one kind. */
  double coreSeconds(ShapedCall call, double calls, double amount) {
    return amount / rate(call.work(), call.reach()) + calls / rate(Work.CALLS, Reach.NEAR);
  }

  private double rate(Work kind, Reach reach) {
    return perCore.get(kind).get(List.of(Reach.values()).indexOf(reach));
  }

  /** The speed as JSON, for the cache. */
  public Map<String, List<Double>> json() {
    Map<String, List<Double>> json = new LinkedHashMap<>();
    for (Work work : Work.values()) {
      json.put(work.name().toLowerCase(Locale.ROOT), perCore.get(work));
    }
    return json;
  }

  /** Parses {@link #json}; empty for another version or a damaged file. */
  public static Optional<Speed> read(Map<String, List<Double>> json) {
    Map<Work, List<Double>> rates = new EnumMap<>(Work.class);
    for (Work work : Work.values()) {
      List<Double> found = json.get(work.name().toLowerCase(Locale.ROOT));
      if (found == null
          || found.size() != Reach.values().length
          || !found.stream().allMatch(rate -> rate > 0)) {
        return Optional.empty();
      }
      rates.put(work, found);
    }
    return Optional.of(new Speed(rates));
  }
}
