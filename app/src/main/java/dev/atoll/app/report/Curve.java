package dev.atoll.app.report;

import dev.atoll.app.compare.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A figure over epochs, in the mean over runs. */
record Curve(Series series, List<Point> points) {
  /** One epoch. */
  record Point(int epoch, double mean, double deviation) {}

  /**
   * From the figures of every run, which may end at different epochs.
   *
   * @param most points that are kept, the last epoch among them
   */
  static Curve of(Series series, List<Map<Integer, Double>> runs, int most) {
    var byEpoch = new TreeMap<Integer, List<Double>>();
    for (Map<Integer, Double> run : runs) {
      run.forEach(
          (epoch, value) -> byEpoch.computeIfAbsent(epoch, _ -> new ArrayList<>()).add(value));
    }
    List<Point> points = new ArrayList<>();
    byEpoch.forEach(
        (epoch, values) -> {
          Spread spread = Spread.of(values);
          points.add(new Point(epoch, spread.mean(), spread.deviation()));
        });
    return new Curve(series, thinned(points, most));
  }

  private static List<Point> thinned(List<Point> points, int most) {
    if (points.size() <= most) {
      return points;
    }
    List<Point> kept = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      kept.add(points.get((int) ((long) i * (points.size() - 1) / (most - 1))));
    }
    return kept;
  }
}
