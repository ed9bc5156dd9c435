package dev.atoll.app.chart;

import java.util.List;

/** A heat map of a square matrix: the traffic from each worker to each. */
public final class HeatMap {
  private static final int SIDE = 190;
  private static final int EDGE = 26;
  private static final int MOST_NUMBERED = 5;
  private static final int MOST_LABELS = 8;
  private static final double HALF = 0.55;

  private HeatMap() {}

  /**
   * Draws a map.
   *
   * @param cells the sender first
   * @param most the value that is darkest, the same for all maps of a page
   */
  public static MarkupTag draw(Series series, List<List<Double>> cells, double most) {
    int n = cells.size();
    double side = (double) SIDE / n;
    MarkupTag svg = PlotFrame.svg(SIDE + EDGE + 4, SIDE + EDGE + 4, "traffic of " + series.label());
    for (int from = 0; from < n; from++) {
      if (from % (1 + (n - 1) / MOST_LABELS) == 0) {
        double middle = EDGE + (from + 0.5) * side;
        svg.add(PlotFrame.label(EDGE - 7.0, middle + 4, "end", Integer.toString(from)));
        svg.add(PlotFrame.label(middle, EDGE - 8.0, "middle", Integer.toString(from)));
      }
      for (int to = 0; to < n; to++) {
        svg.add(cell(cells.get(from).get(to), most, from, to, side));
        if (n <= MOST_NUMBERED && from != to) {
          svg.add(number(cells.get(from).get(to), most, from, to, side));
        }
      }
    }
    return svg.add(PlotFrame.box("border", EDGE, EDGE, SIDE, SIDE));
  }

  private static MarkupTag cell(double bytes, double most, int from, int to, double side) {
    MarkupTag box =
        PlotFrame.box(
            from == to ? "own" : "heat", EDGE + to * side, EDGE + from * side, side, side);
    if (from == to) {
      return box;
    }
    double share = most == 0 ? 0 : bytes / most;
    return box.with("fill-opacity", Double.toString(Math.round(share * 100) / 100.0))
        .with("data-tip", "worker " + from + " → " + to + "\n" + Unit.BYTES.precise(bytes));
  }

  private static MarkupTag number(double bytes, double most, int from, int to, double side) {
    return PlotFrame.label(
            EDGE + (to + 0.5) * side,
            EDGE + (from + 0.5) * side + 4,
            "middle",
            Unit.BYTES.brief(bytes).replace("iB", ""))
        .with("class", most > 0 && bytes / most > HALF ? "hot" : "cool");
  }
}
