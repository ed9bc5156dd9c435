package dev.atoll.app.chart;

/**
 * One of the compared runs or recipes, with the same colour in every chart: its colour, its marker,
 * its dashes. They repeat after {@link #COLOURS}, {@link #MARKERS} and {@link #DASHES} of them, so
 * that no two of the first 40 look the same.
 */
public record Series(int number, String label) {
  static final int COLOURS = 8;
  static final int MARKERS = 5;
  static final int DASHES = 3;

  private static final double SIZE = 5.5;

  /** The classes that give a mark its colour and its place among the others. */
  public String style() {
    return "c" + number % COLOURS;
  }

  /** A line's dashes; the first colours are drawn through. */
  public String dashes() {
    return style() + " d" + number / COLOURS % DASHES;
  }

  /** Joins a mark to its series, so that all marks of one light up together. */
  public MarkupTag mark(MarkupTag mark) {
    return mark.with("data-row", Integer.toString(number));
  }

  public MarkupTag marker(double x, double y) {
    return switch (number % MARKERS) {
      case 0 -> MarkupTag.of("circle").with("cx", x).with("cy", y).with("r", SIZE);
      case 1 -> shape(x, y, -1, -1, 1, -1, 1, 1, -1, 1);
      case 2 -> shape(x, y, 0, -1.25, 1.2, 0.9, -1.2, 0.9);
      case 3 -> shape(x, y, 0, -1.35, 1.35, 0, 0, 1.35, -1.35, 0);
      default -> shape(x, y, 0, 1.25, 1.2, -0.9, -1.2, -0.9);
    };
  }

  private static MarkupTag shape(double x, double y, double... corners) {
    return MarkupTag.of("polygon")
        .with(
            "points",
            PlotFrame.points(
                corners.length / 2,
                i ->
                    MarkupTag.number(x + SIZE * corners[2 * (int) i])
                        + ","
                        + MarkupTag.number(y + SIZE * corners[2 * (int) i + 1])));
  }

  /** A small picture of the marker, for tables and legends. */
  public MarkupTag swatch() {
    return MarkupTag.of("svg", "viewBox", "0 0 16 16", "class", "swatch", "aria-hidden", "true")
        .add(marker(8, 8).with("class", "mark " + style()));
  }
}
