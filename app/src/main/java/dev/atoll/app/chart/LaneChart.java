package dev.atoll.app.chart;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The activity of several threads over time: a lane per thread, in groups.
 *
 * <pre>
 *   worker 0  ██▒▒▒▒██▒▒
 *             ░░  ░░░░
 *   worker 1  ▒▒▒██▒▒▒██
 *             0        10 ms
 * </pre>
 */
public final class LaneChart {
  private static final int WIDTH = 1160;
  private static final int LEFT = 78;
  private static final int RIGHT = WIDTH - 24;
  private static final int LANE = 13;
  private static final int BETWEEN = 9;
  private static final int AXIS_ROOM = 40;
  private static final double LEAST = 0.4;

  private final List<Group> groups;
  private final AxisScale scale;

  /** The lanes of one worker. */
  public record Group(String name, List<List<Span>> lanes) {
    private int height() {
      return Math.max(1, lanes.size()) * LANE + BETWEEN;
    }
  }

  /** A span of activity, in seconds since the start of the chart; the style is its colour. */
  public record Span(String style, double from, double to, String tip) {}

  public LaneChart(double seconds, List<Group> groups) {
    this.groups = groups;
    this.scale =
        AxisScale.within(
            Unit.SECONDS, DoubleStream.of(0, seconds).summaryStatistics(), LEFT, RIGHT);
  }

  public MarkupTag draw(String description) {
    int bottom = groups.stream().mapToInt(Group::height).sum() + 4;
    MarkupTag svg = PlotFrame.svg(WIDTH, bottom + AXIS_ROOM, description).with("class", "lanes");
    for (double tick : scale.ticks()) {
      svg.add(PlotFrame.line("grid", scale.at(tick), 0, scale.at(tick), bottom));
      svg.add(PlotFrame.label(scale.at(tick), bottom + 16.0, "middle", scale.unit().brief(tick)));
    }
    svg.add(
        PlotFrame.label(RIGHT, bottom + 34.0, "end", "since the picture begins")
            .with("class", "title"));
    int top = 0;
    for (Group group : groups) {
      svg.add(
          PlotFrame.label(LEFT - 8.0, top + LANE - 2.0, "end", group.name).with("class", "name"));
      for (int lane = 0; lane < group.lanes.size(); lane++) {
        for (Span span : group.lanes.get(lane)) {
          svg.add(drawn(span, top + lane * (double) LANE));
        }
      }
      top += group.height();
    }
    return svg;
  }

  /** Clips a span to the time range of the chart. */
  private MarkupTag drawn(Span span, double y) {
    double from = Math.max(LEFT, scale.at(span.from));
    double to = Math.min(RIGHT, scale.at(span.to));
    return PlotFrame.box("bar " + span.style, from, y, Math.max(LEAST, to - from), LANE - 2.0)
        .with("data-tip", span.tip);
  }
}
