package dev.atoll.recipe.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A plot of mask losses: one line per worker over the epochs of mask training. */
final class LossPlot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 320;
  private static final int LEFT = 60;
  private static final int RIGHT = WIDTH - 20;
  private static final int TOP = 30;
  private static final int BOTTOM = HEIGHT - 40;

  private final int epochs;
  private final double largest;

  private LossPlot(List<List<Double>> byWorker) {
    this.epochs = byWorker.stream().mapToInt(List::size).max().orElse(0);
    this.largest =
        byWorker.stream().flatMap(List::stream).mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** The plot as an SVG file. */
  static String draw(List<List<Double>> byWorker) {
    var plot = new LossPlot(byWorker);
    String lines =
        IntStream.range(0, byWorker.size())
            .mapToObj(worker -> plot.line(byWorker.get(worker), worker, byWorker.size()))
            .collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
        <rect width="100%%" height="100%%" fill="white"/>
        <path d="M%d %dV%dH%d" fill="none" stroke="#888"/>
        <text x="%d" y="18">how far masked predictions are off (nats)</text>
        <text x="%d" y="%d" text-anchor="end">%.3g</text>
        <text x="%d" y="%d" text-anchor="end">0</text>
        <text x="%d" y="%d" text-anchor="end">%d epochs of training masks</text>
        %s</svg>
        """,
        WIDTH,
        HEIGHT,
        LEFT,
        TOP,
        BOTTOM,
        RIGHT,
        LEFT,
        LEFT - 6,
        TOP + 4,
        plot.largest,
        LEFT - 6,
        BOTTOM + 4,
        RIGHT,
        HEIGHT - 12,
        plot.epochs,
        lines);
  }

  private String line(List<Double> losses, int worker, int workers) {
    String points =
        IntStream.range(0, losses.size())
            .mapToObj(epoch -> point(epoch, losses.get(epoch)))
            .collect(Collectors.joining(" "));
    return "<polyline fill=\"none\" stroke=\"hsl(%d,70%%,42%%)\" points=\"%s\"><title>worker %d</title></polyline>\n"
        .formatted(worker * 360 / workers, points, worker);
  }

  private String point(int epoch, double loss) {
    double x = LEFT + (RIGHT - LEFT) * (epoch / Math.max(1.0, epochs - 1.0));
    double y = BOTTOM - (BOTTOM - TOP) * (largest == 0 ? 0 : loss / largest);
    return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
  }
}
