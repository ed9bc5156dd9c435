package dev.atoll.app.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * One point per series with its deviations, and its name, next to it or further away with a
 * connecting line.
 */
public final class ScatterChart {
  private static final double LETTER = 6.9;
  private static final double LINE = 13;
  private static final int GAP = 10;
  private static final int MOST_LINES_AWAY = 20;

  private final List<double[]> taken = new ArrayList<>();
  private final List<Point> points;
  private final PlotFrame frame;

  /** A point; deviations may be 0. */
  public record Point(
      Series series, double x, double y, double deviationX, double deviationY, String tip) {}

  public ScatterChart(Unit unitX, String titleX, Unit unitY, String titleY, List<Point> points) {
    this.points = points;
    var ends =
        points.stream()
            .flatMapToDouble(p -> DoubleStream.of(p.y - p.deviationY, p.y + p.deviationY));
    double[] across = points.stream().mapToDouble(Point::x).toArray();
    this.frame =
        new PlotFrame(
            AxisScale.fromZero(unitX, across, PlotFrame.LEFT, PlotFrame.RIGHT),
            AxisScale.linear(unitY, ends.summaryStatistics(), PlotFrame.BOTTOM, PlotFrame.TOP),
            titleX,
            titleY);
  }

  public MarkupTag draw(String description) {
    MarkupTag svg = frame.picture(description);
    points.forEach(this::take);
    for (Point p : points) {
      svg.add(mark(p));
    }
    return svg;
  }

  /** Marks the area of a point and its deviation as taken, so that no name covers it. */
  private void take(Point p) {
    double x = frame.x().at(p.x);
    double y = frame.y().at(p.y);
    taken.add(new double[] {x - GAP, y - GAP, x + GAP, y + GAP});
    taken.add(
        new double[] {
          x - 2, frame.y().at(p.y + p.deviationY), x + 2, frame.y().at(p.y - p.deviationY)
        });
  }

  private MarkupTag mark(Point p) {
    double x = frame.x().at(p.x);
    double y = frame.y().at(p.y);
    MarkupTag group =
        p.series.mark(MarkupTag.of("g", "class", p.series.style(), "data-tip", p.tip));
    if (p.deviationY > 0) {
      group.add(
          PlotFrame.line(
              "error", x, frame.y().at(p.y - p.deviationY), x, frame.y().at(p.y + p.deviationY)));
    }
    if (p.deviationX > 0 && p.x > p.deviationX) {
      group.add(
          PlotFrame.line(
              "error", frame.x().at(p.x - p.deviationX), y, frame.x().at(p.x + p.deviationX), y));
    }
    return group.add(p.series.marker(x, y).with("class", "mark")).add(name(p.series.label(), x, y));
  }

  /** The first free position of a name: right, left, above or below the point, or further away. */
  private List<MarkupTag> name(String text, double x, double y) {
    double width = text.length() * LETTER;
    for (double[] place : places(x, y, width)) {
      double[] box = {place[0], place[1], place[0] + width, place[1] + LINE};
      if (isFree(box)) {
        taken.add(box);
        MarkupTag label = PlotFrame.label(box[0], box[1] + 10, "start", text).with("class", "name");
        double end = box[0] > x ? box[0] - 2 : box[2] < x ? box[2] + 2 : x;
        boolean near = Math.abs(end - x) <= GAP && Math.abs(box[1] + LINE / 2 - y) <= GAP + LINE;
        return near
            ? List.of(label)
            : List.of(label, PlotFrame.line("leader", x, y, end, box[1] + LINE / 2));
      }
    }
    return List.of();
  }

  /** Upper left corners for a name, in order of preference. */
  private static List<double[]> places(double x, double y, double width) {
    List<double[]> places = new ArrayList<>();
    places.add(new double[] {x + GAP, y - LINE / 2});
    places.add(new double[] {x - GAP - width, y - LINE / 2});
    places.add(new double[] {x - width / 2, y - GAP - LINE});
    places.add(new double[] {x - width / 2, y + GAP});
    for (double left : new double[] {x + GAP, x - GAP - width, PlotFrame.LEFT + GAP}) {
      for (int lines = 1; lines <= MOST_LINES_AWAY; lines++) {
        places.add(new double[] {left, y - LINE / 2 - lines * LINE});
        places.add(new double[] {left, y - LINE / 2 + lines * LINE});
      }
    }
    return places;
  }

  private boolean isFree(double[] box) {
    boolean inside =
        box[0] >= PlotFrame.LEFT
            && box[2] <= PlotFrame.WIDTH
            && box[1] >= PlotFrame.TOP - LINE
            && box[3] <= PlotFrame.BOTTOM;
    return inside
        && taken.stream()
            .noneMatch(t -> t[0] < box[2] && box[0] < t[2] && t[1] < box[3] && box[1] < t[3]);
  }
}
