package dev.atoll.app.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Columns over epochs, each stacked of layers. A few columns that are far higher than all others
 * are cut off with a mark, so that the others can be read; their tool tips show the full value.
 *
 * <pre>
 *   ▲
 *   ░
 *   ▒ ░ ░ ░
 *   █ █ █ █
 *   1 2 3 4  epoch
 * </pre>
 */
public final class StackChart {
  private static final int MOST_COLUMNS = 100;
  private static final double FAR = 2.5;
  private static final double ORDINARY = 0.9;
  private static final double MARK = 5;

  private final Unit unit;
  private final List<Layer> layers;
  private final List<Column> columns;
  private final double highest;
  private final PlotFrame frame;

  /** A layer; the style is its colour. */
  public record Layer(String style, String label) {
    public MarkupTag entry() {
      return Page.colour(style, label);
    }
  }

  /** One epoch: a length per layer. */
  public record Epoch(int number, List<Double> parts) {}

  /** Averages neighbouring epochs. */
  private record Column(int first, int last, List<Double> parts) {
    double height() {
      return parts.stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  public StackChart(Unit unit, String title, List<Layer> layers, List<Epoch> epochs) {
    this.unit = unit;
    this.layers = layers;
    this.columns = columns(epochs, layers.size());
    this.highest = highest();
    int first = columns.isEmpty() ? 1 : columns.getFirst().first;
    int last = columns.isEmpty() ? 1 : columns.getLast().last;
    var ends = DoubleStream.of(first - 0.5, last + 0.5).summaryStatistics();
    var heights = DoubleStream.of(0, highest).summaryStatistics();
    this.frame =
        new PlotFrame(
            AxisScale.within(Unit.COUNT, ends, PlotFrame.LEFT, PlotFrame.RIGHT),
            AxisScale.linear(unit, heights, PlotFrame.BOTTOM, PlotFrame.TOP),
            "epoch",
            title);
  }

  private static List<Column> columns(List<Epoch> epochs, int layers) {
    int width = (epochs.size() + MOST_COLUMNS - 1) / MOST_COLUMNS;
    List<Column> columns = new ArrayList<>();
    for (int from = 0; from < epochs.size(); from += width) {
      List<Epoch> some = epochs.subList(from, Math.min(epochs.size(), from + width));
      List<Double> means =
          IntStream.range(0, layers)
              .mapToObj(l -> some.stream().mapToDouble(e -> e.parts.get(l)).average().orElseThrow())
              .toList();
      columns.add(new Column(some.getFirst().number, some.getLast().number, means));
    }
    return columns;
  }

  private double highest() {
    double[] heights = columns.stream().mapToDouble(Column::height).sorted().toArray();
    if (heights.length == 0) {
      return 0;
    }
    double ordinary = heights[(int) (ORDINARY * (heights.length - 1))];
    double most = heights[heights.length - 1];
    return ordinary > 0 && most > FAR * ordinary ? 1.2 * ordinary : most;
  }

  public MarkupTag draw(String description) {
    MarkupTag svg = frame.picture(description);
    columns.forEach(column -> svg.add(drawn(column)));
    return svg;
  }

  private MarkupTag drawn(Column column) {
    MarkupTag group = MarkupTag.of("g", "data-tip", tip(column));
    double left = frame.x().at(column.first - 0.5);
    double width = frame.x().at(column.last + 0.5) - left;
    double gap = Math.min(2, width * 0.15);
    double below = 0;
    for (int layer = 0; layer < layers.size(); layer++) {
      double above = Math.min(below + column.parts.get(layer), frame.y().ticks().getLast());
      if (above > below) {
        double top = frame.y().at(above);
        double height = frame.y().at(below) - top;
        group.add(
            PlotFrame.box(
                "bar " + layers.get(layer).style, left + gap / 2, top, width - gap, height));
      }
      below = above;
    }
    return column.height() > frame.y().ticks().getLast() ? group.add(cut(left + width / 2)) : group;
  }

  /** An arrow that marks a cut-off column. */
  private static MarkupTag cut(double x) {
    return MarkupTag.of("polygon", "class", "cut")
        .with(
            "points",
            MarkupTag.number(x - MARK)
                + ","
                + MarkupTag.number(PlotFrame.TOP - 2.0)
                + " "
                + MarkupTag.number(x + MARK)
                + ","
                + MarkupTag.number(PlotFrame.TOP - 2.0)
                + " "
                + MarkupTag.number(x)
                + ","
                + MarkupTag.number(PlotFrame.TOP - 2 - 1.6 * MARK));
  }

  private String tip(Column column) {
    String epochs =
        column.first == column.last
            ? "epoch " + column.first
            : "epochs " + column.first + " to " + column.last + ", mean";
    String parts =
        IntStream.range(0, layers.size())
            .filter(layer -> column.parts.get(layer) > 0)
            .mapToObj(l -> "\n" + unit.precise(column.parts.get(l)) + "  " + layers.get(l).label)
            .collect(Collectors.joining());
    boolean several = column.parts.stream().filter(part -> part > 0).count() > 1;
    return epochs + parts + (several ? "\n" + unit.precise(column.height()) + "  together" : "");
  }
}
