package dev.atoll.app.screen;

import dev.atoll.recipe.log.Progress;
import java.io.PrintStream;

/**
 * One line of a terminal, redrawn in place:
 *
 * <pre>  training  ████████████░░░░░░░░  120/200 epochs  31 epochs/s, 2.6 s left  loss 0.41</pre>
 */
final class ProgressBar implements Progress {
  private static final int CELLS = 20;
  private static final double REDRAW_SECONDS = 0.1;
  private static final String CLEAR_TO_END = "\u001b[K";

  private final PrintStream err;
  private final int columns;
  private final String what;
  private final long total;
  private final ProgressRate pace;
  private long done;
  private String detail = "";
  private double drawn = -REDRAW_SECONDS;

  ProgressBar(PrintStream err, int columns, String what, String unit, long total) {
    this.err = err;
    this.columns = columns;
    this.what = what;
    this.total = total;
    this.pace = new ProgressRate(unit, total);
  }

  @Override
  public synchronized void update(long nowDone, String nowDetail) {
    done = nowDone;
    detail = nowDetail;
    pace.mark(nowDone);
    if (pace.seconds() - drawn >= REDRAW_SECONDS) {
      drawn = pace.seconds();
      draw();
    }
  }

  @Override
  public synchronized void close() {
    draw();
    err.println();
  }

  private void draw() {
    String bar =
        total > 0
            ? "█".repeat((int) (CELLS * Math.min(done, total) / total))
                + "░".repeat(CELLS - (int) (CELLS * Math.min(done, total) / total))
                + "  "
            : "";
    String line =
        (what + "  " + bar + pace.count(done) + "  " + pace.rate(done) + "  " + detail).strip();
    String fitting = line.length() < columns ? line : line.substring(0, Math.max(0, columns - 1));
    err.print("\r" + fitting + CLEAR_TO_END);
    err.flush();
  }
}
