package dev.atoll.app.screen;

import dev.atoll.recipe.log.Progress;
import java.io.PrintStream;
import java.util.Map;

/** For files and pipes: a plain line now and then, and one at the end. */
final class ProgressLines implements Progress {
  private static final double SECONDS_BETWEEN = 5;

  private final PrintStream err;
  private final LogFormat format;
  private final String what;
  private final String unit;
  private final long total;
  private final ProgressRate pace;
  private long done;
  private String detail = "";
  private long saidAt = -1;
  private double printedSeconds;

  ProgressLines(PrintStream err, LogFormat format, String what, String unit, long total) {
    this.err = err;
    this.format = format;
    this.what = what;
    this.unit = unit;
    this.total = total;
    this.pace = new ProgressRate(unit, total);
  }

  @Override
  public synchronized void update(long nowDone, String nowDetail) {
    done = nowDone;
    detail = nowDetail;
    pace.mark(nowDone);
    if (pace.seconds() - printedSeconds >= SECONDS_BETWEEN) {
      printedSeconds = pace.seconds();
      print();
    }
  }

  @Override
  public synchronized void close() {
    if (done != saidAt) {
      print();
    }
  }

  private void print() {
    saidAt = done;
    String text = (what + "  " + pace.count(done) + "  " + pace.rate(done) + "  " + detail).strip();
    format.say(
        err,
        LogFormat.INFO,
        text,
        Map.of("activity", what, "unit", unit, "done", done, "total", total));
  }
}
