package dev.atoll.app.screen;

import java.io.PrintStream;
import java.util.Map;

/** Progress for files and pipes: a plain line now and then, and one at the end. */
final class ProgressLines extends TimedProgress {
  private static final double SECONDS_BETWEEN = 5;

  private final PrintStream err;
  private final LogFormat format;
  private final String what;
  private final String unit;
  private final long total;
  private long saidAt = -1;

  ProgressLines(PrintStream err, LogFormat format, String what, String unit, long total) {
    super(what, unit, total, SECONDS_BETWEEN, 0);
    this.err = err;
    this.format = format;
    this.what = what;
    this.unit = unit;
    this.total = total;
  }

  @Override
  public synchronized void close() {
    if (done() != saidAt) {
      show();
    }
  }

  @Override
  void show() {
    saidAt = done();
    format.say(
        err,
        LogFormat.INFO,
        text(""),
        Map.of("activity", what, "unit", unit, "done", done(), "total", total));
  }
}
