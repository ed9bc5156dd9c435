package dev.atoll.app.chart;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Horizontal bars in groups, each group under its name; a bar may be a stack of segments.
 *
 * <pre>
 *   distdgl · 2 workers
 *   ██████▒▒▒▒▒░░░  119 ms
 * </pre>
 */
public final class BarChart {
  private static final int LEFT = 6;
  private static final int NAME = 18;
  private static final int THICK = 16;
  private static final int THIN = 11;
  private static final int BETWEEN = 9;
  private static final int VALUE_ROOM = 76;
  private static final int AXIS_ROOM = 40;

  private final Unit unit;
  private final String title;
  private final List<Group> groups;
  private final AxisScale scale;

  /** A group of bars of one series. */
  public record Group(Series series, List<Bar> bars) {
    private double height() {
      return NAME + bars.size() * (double) (thickness() + 2) + BETWEEN;
    }

    private int thickness() {
      return bars.size() > 1 ? THIN : THICK;
    }
  }

  /**
   * A bar.
   *
   * @param value the text at its end
   */
  public record Bar(List<Part> parts, String value) {
    double length() {
      return parts.stream().mapToDouble(Part::length).sum();
    }
  }

  /** A segment of a bar; the style is its colour. */
  public record Part(String style, double length, String tip) {}

  public BarChart(Unit unit, String title, List<Group> groups) {
    this.unit = unit;
    this.title = title;
    this.groups = groups;
    var lengths = groups.stream().flatMap(g -> g.bars.stream()).mapToDouble(Bar::length);
    this.scale =
        AxisScale.linear(
            unit,
            DoubleStream.concat(lengths, DoubleStream.of(0)).summaryStatistics(),
            LEFT,
            PlotFrame.WIDTH - VALUE_ROOM);
  }

  public MarkupTag draw(String description) {
    double bottom = groups.stream().mapToDouble(Group::height).sum() + 4;
    MarkupTag svg = PlotFrame.svg(PlotFrame.WIDTH, (int) bottom + AXIS_ROOM, description);
    for (double tick : scale.ticks()) {
      svg.add(PlotFrame.line("grid", scale.at(tick), 0, scale.at(tick), bottom));
      String anchor = tick == 0 ? "start" : "middle";
      svg.add(PlotFrame.label(scale.at(tick), bottom + 16, anchor, unit.brief(tick)));
    }
    svg.add(
        PlotFrame.label(PlotFrame.WIDTH - 4.0, bottom + 34, "end", title).with("class", "title"));
    double y = 0;
    for (Group group : groups) {
      svg.add(drawn(group, y));
      y += group.height();
    }
    return svg;
  }

  private MarkupTag drawn(Group group, double top) {
    MarkupTag all = group.series.mark(MarkupTag.of("g"));
    all.add(PlotFrame.label(LEFT, top + 13, "start", group.series.label()).with("class", "name"));
    double y = top + NAME;
    for (Bar bar : group.bars) {
      double done = 0;
      for (Part part : bar.parts) {
        double from = scale.at(done);
        done += part.length;
        all.add(
            PlotFrame.box("bar " + part.style, from, y, scale.at(done) - from, group.thickness())
                .with("data-tip", part.tip));
      }
      all.add(
          PlotFrame.label(scale.at(done) + 6, y + group.thickness() / 2.0 + 4, "start", bar.value)
              .with("class", group.bars.size() > 1 ? "small" : "value"));
      y += group.thickness() + 2;
    }
    return all;
  }
}
