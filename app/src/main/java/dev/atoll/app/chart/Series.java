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

  /** The style class that gives a mark its colour. */
  public String style() {
    return "c" + number % COLOURS;
  }

  /** The style classes of a line; the first {@link #COLOURS} series are solid. */
  public String dashes() {
    return style() + " d" + number / COLOURS % DASHES;
  }

  /** Tags a mark with its series, so that all marks of a series are highlighted together. */
  public MarkupTag mark(MarkupTag mark) {
    return mark.with("data-row", Integer.toString(number));
  }

  public MarkupTag marker(double x, double y) {
    return marker(x, y, SIZE);
  }

  /** A marker of half the size, for points of a line. */
  MarkupTag point(double x, double y) {
    return marker(x, y, SIZE / 2).with("class", "mark " + style());
  }

  private MarkupTag marker(double x, double y, double size) {
    return switch (number % MARKERS) {
      case 0 -> MarkupTag.of("circle").with("cx", x).with("cy", y).with("r", size);
      case 1 -> shape(x, y, size, -1, -1, 1, -1, 1, 1, -1, 1);
      case 2 -> shape(x, y, size, 0, -1.25, 1.2, 0.9, -1.2, 0.9);
      case 3 -> shape(x, y, size, 0, -1.35, 1.35, 0, 0, 1.35, -1.35, 0);
      default -> shape(x, y, size, 0, 1.25, 1.2, -0.9, -1.2, -0.9);
    };
  }

  private static MarkupTag shape(double x, double y, double size, double... corners) {
    return MarkupTag.of("polygon")
        .with(
            "points",
            PlotFrame.points(
                corners.length / 2,
                i ->
                    MarkupTag.number(x + size * corners[2 * (int) i])
                        + ","
                        + MarkupTag.number(y + size * corners[2 * (int) i + 1])));
  }

  /** A small picture of the marker, for tables and legends. */
  public MarkupTag swatch() {
    return MarkupTag.of("svg", "viewBox", "0 0 16 16", "class", "swatch", "aria-hidden", "true")
        .add(marker(8, 8).with("class", "mark " + style()));
  }
}
