package dev.atoll.app.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A figure as a function of epochs or of their cost. */
public record Curve(Series series, List<Point> points) {
  /** One epoch: its x coordinate, mean and deviation, which is 0 for a single run. */
  public record Point(double x, double mean, double deviation) {}

  /** The curve of one run. */
  public static Curve of(Series series, Map<Integer, Double> byEpoch, int most) {
    List<Point> points = new ArrayList<>();
    byEpoch.forEach((epoch, value) -> points.add(new Point(epoch, value, 0)));
    return thinned(series, points, most);
  }

  /**
   * A curve thinned to at most {@code most} points.
   *
   * @param most the largest number of points; the last epoch is always one
   */
  public static Curve thinned(Series series, List<Point> points, int most) {
    if (points.size() <= most) {
      return new Curve(series, points);
    }
    List<Point> kept = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      kept.add(points.get((int) ((long) i * (points.size() - 1) / (most - 1))));
    }
    return new Curve(series, kept);
  }
}
