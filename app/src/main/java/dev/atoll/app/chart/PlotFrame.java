package dev.atoll.app.chart;

import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A picture with two axes: lines at the ticks, numbers with units beside them, a title on each.
 *
 * <pre>
 *      y title
 *   2 ─┼──────────
 *   1 ─┼──────────
 *      0    5   10   x title
 * </pre>
 */
public record PlotFrame(AxisScale x, AxisScale y, String titleX, String titleY) {
  static final int WIDTH = 560;
  static final int HEIGHT = 330;
  static final int LEFT = 70;
  static final int RIGHT = WIDTH - 26;
  static final int TOP = 30;

  /** The largest width of a letter of a label. */
  private static final double LETTER = 7;

  static final int BOTTOM = HEIGHT - 44;

  /** The picture; marks are added to it. */
  public MarkupTag picture(String description) {
    MarkupTag svg = svg(WIDTH, HEIGHT, description);
    List<String> heights = y.labels();
    for (int i = 0; i < heights.size(); i++) {
      double at = y.at(y.ticks().get(i));
      svg.add(line("grid", LEFT, at, RIGHT, at));
      svg.add(label(LEFT - 8, at + 4, "end", heights.get(i)));
    }
    List<String> places = x.labels();
    for (int i = 0; i < places.size(); i++) {
      double at = x.at(x.ticks().get(i));
      svg.add(line("tick", at, BOTTOM, at, BOTTOM + 5));
      boolean wide = at + places.get(i).length() * LETTER / 2 > WIDTH;
      svg.add(label(wide ? WIDTH : at, BOTTOM + 19, wide ? "end" : "middle", places.get(i)));
    }
    return svg.add(line("axis", LEFT, BOTTOM, RIGHT, BOTTOM))
        .add(label(LEFT - 8, TOP - 14, "start", titleY).with("class", "title"))
        .add(label(RIGHT, HEIGHT - 6, "end", titleX).with("class", "title"));
  }

  /** An empty picture that scales with its position on the page. */
  public static MarkupTag svg(int width, int height, String description) {
    return MarkupTag.of("svg", "viewBox", "0 0 " + width + " " + height)
        .with("role", "img")
        .with("aria-label", description);
  }

  public static MarkupTag line(String kind, double x1, double y1, double x2, double y2) {
    return MarkupTag.of("line", "class", kind)
        .with("x1", x1)
        .with("y1", y1)
        .with("x2", x2)
        .with("y2", y2);
  }

  public static MarkupTag label(double x, double y, String anchor, String text) {
    return MarkupTag.of("text", "text-anchor", anchor).with("x", x).with("y", y).text(text);
  }

  public static MarkupTag box(String kind, double x, double y, double width, double height) {
    return MarkupTag.of("rect", "class", kind)
        .with("x", x)
        .with("y", y)
        .with("width", Math.max(0, width))
        .with("height", height);
  }

  /** Points in the syntax of a line's or an area's attribute. */
  public static String points(int count, DoubleFunction<String> point) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < count; i++) {
      all.append(i == 0 ? "" : " ").append(point.apply(i));
    }
    return all.toString();
  }
}
