package dev.atoll.app.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A figure over epochs, or over their cost. */
public record Curve(Series series, List<Point> points) {
  /** One epoch: its place along the axis; the deviation is 0 where there is only one run. */
  public record Point(double x, double mean, double deviation) {}

  /** The curve of one run. */
  public static Curve of(Series series, Map<Integer, Double> byEpoch, int most) {
    List<Point> points = new ArrayList<>();
    byEpoch.forEach((epoch, value) -> points.add(new Point(epoch, value, 0)));
    return thinned(series, points, most);
  }

  /**
   * With no more points than a picture can show.
   *
   * @param most points that are kept, the last epoch among them
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
