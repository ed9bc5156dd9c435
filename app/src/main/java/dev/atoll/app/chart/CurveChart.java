package dev.atoll.app.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Lines over epochs or other whole numbers, with a band of one deviation around each. */
public final class CurveChart {
  /** The number of markers of a long curve. */
  private static final int MARKED = 4;

  /**
   * The number of curves above which none has markers: they could not be told apart, and the page
   * would grow.
   */
  private static final int MOST_MARKED = 20;

  private final List<Curve> curves;
  private final PlotFrame frame;

  /** A chart over epochs. */
  public CurveChart(Unit unit, String title, List<Curve> curves) {
    this(Unit.COUNT, "epoch", unit, title, curves);
  }

  public CurveChart(Unit unitX, String titleX, Unit unit, String title, List<Curve> curves) {
    this.curves = curves;
    var heights =
        curves.stream()
            .flatMap(c -> c.points().stream())
            .flatMapToDouble(
                p -> DoubleStream.of(p.mean() - p.deviation(), p.mean() + p.deviation()));
    var epochs =
        curves.stream()
            .flatMap(c -> c.points().stream())
            .mapToDouble(Curve.Point::x)
            .summaryStatistics();
    if (unitX != Unit.COUNT) {
      epochs.accept(0); // costs begin with nothing
    }
    this.frame =
        new PlotFrame(
            AxisScale.within(unitX, epochs, PlotFrame.LEFT, PlotFrame.RIGHT),
            AxisScale.linear(unit, heights.summaryStatistics(), PlotFrame.BOTTOM, PlotFrame.TOP),
            titleX,
            title);
  }

  public MarkupTag draw(String description) {
    MarkupTag svg = frame.picture(description).with("class", "curves");
    svg.with("data-unit", frame.y().unit().name());
    svg.with("data-unit-x", frame.x().unit().name()).with("data-title-x", frame.titleX());
    ends(svg, "x", frame.x());
    ends(svg, "y", frame.y());
    curves.forEach(curve -> svg.add(band(curve)));
    curves.forEach(curve -> svg.add(line(curve)));
    if (curves.size() <= MOST_MARKED) {
      curves.forEach(curve -> svg.add(markers(curve)));
    }
    return svg.add(PlotFrame.line("cursor", 0, PlotFrame.TOP, 0, PlotFrame.BOTTOM));
  }

  /** The data from which the script finds the values under the pointer. */
  private static void ends(MarkupTag svg, String axis, AxisScale scale) {
    double low = scale.ticks().getFirst();
    double high = scale.ticks().getLast();
    svg.with(
        "data-" + axis,
        low
            + " "
            + high
            + " "
            + MarkupTag.number(scale.at(low))
            + " "
            + MarkupTag.number(scale.at(high)));
  }

  private List<MarkupTag> band(Curve curve) {
    List<Curve.Point> points = curve.points();
    if (points.stream().allMatch(p -> p.deviation() == 0)) {
      return List.of();
    }
    int n = points.size();
    String around =
        PlotFrame.points(
            2 * n,
            i -> {
              boolean above = i < n;
              Curve.Point p = points.get(above ? (int) i : 2 * n - 1 - (int) i);
              return place(p.x(), p.mean() + (above ? p.deviation() : -p.deviation()));
            });
    MarkupTag area =
        MarkupTag.of("polygon", "class", "band " + curve.series().style(), "points", around);
    return List.of(curve.series().mark(area));
  }

  private MarkupTag line(Curve curve) {
    List<Curve.Point> points = curve.points();
    String along =
        PlotFrame.points(
            points.size(), i -> place(points.get((int) i).x(), points.get((int) i).mean()));
    return curve
        .series()
        .mark(
            MarkupTag.of("polyline", "class", "curve " + curve.series().dashes(), "points", along)
                .with("data-label", curve.series().label()));
  }

  /**
   * Markers at a few points, which differ from series to series, so that equal curves show them in
   * turn.
   */
  private List<MarkupTag> markers(Curve curve) {
    int count = curve.points().size();
    int stride = Math.max(Math.min(count, Series.MARKERS), count / MARKED);
    int first = curve.series().number() % Series.MARKERS * stride / Series.MARKERS;
    List<MarkupTag> markers = new ArrayList<>();
    for (int i = first; i < count; i += stride) {
      Curve.Point point = curve.points().get(i);
      double x = frame.x().at(point.x());
      double y = frame.y().at(point.mean());
      markers.add(curve.series().mark(curve.series().point(x, y)));
    }
    return markers;
  }

  private String place(double epoch, double value) {
    return MarkupTag.number(frame.x().at(epoch)) + "," + MarkupTag.number(frame.y().at(value));
  }
}
