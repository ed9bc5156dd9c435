package dev.atoll.app.screen;

import java.io.PrintStream;

/**
 * One line of a terminal, redrawn in place:
 *
 * <pre>  training  ████████████░░░░░░░░  120/200 epochs  31 epochs/s, 2.6 s left  loss 0.41</pre>
 */
final class ProgressBar extends TimedProgress {
  private static final int WIDTH = 20;
  private static final double REDRAW_SECONDS = 0.1;
  private static final String CLEAR_TO_END = "\u001b[K";

  private final PrintStream err;
  private final int columns;
  private final long total;

  ProgressBar(PrintStream err, int columns, String what, String unit, long total) {
    super(what, unit, total, REDRAW_SECONDS, -REDRAW_SECONDS);
    this.err = err;
    this.columns = columns;
    this.total = total;
  }

  @Override
  public synchronized void close() {
    show();
    err.println();
  }

  @Override
  void show() {
    int full = total > 0 ? (int) (WIDTH * Math.min(done(), total) / total) : 0;
    String line = text(total > 0 ? "█".repeat(full) + "░".repeat(WIDTH - full) + "  " : "");
    String fitting = line.length() < columns ? line : line.substring(0, Math.max(0, columns - 1));
    err.print("\r" + fitting + CLEAR_TO_END);
    err.flush();
  }
}
