package dev.atoll.app.screen;

import dev.atoll.recipe.log.Progress;

/** Progress that is shown again after some seconds. */
abstract class TimedProgress implements Progress {
  private final String activity;
  private final double secondsBetween;
  private final ProgressRate rate;
  private double shownSeconds;
  private long done;
  private String detail = "";

  /**
   * @param shownSeconds when it was shown last
   */
  TimedProgress(
      String activity, String unit, long total, double secondsBetween, double shownSeconds) {
    this.activity = activity;
    this.rate = new ProgressRate(unit, total);
    this.secondsBetween = secondsBetween;
    this.shownSeconds = shownSeconds;
  }

  abstract void show();

  long done() {
    return done;
  }

  /** The progress in words, after a drawing. */
  String text(String drawing) {
    return (activity + "  " + drawing + rate.count(done) + "  " + rate.rate(done) + "  " + detail)
        .strip();
  }

  @Override
  public synchronized void update(long nowDone, String nowDetail) {
    done = nowDone;
    detail = nowDetail;
    rate.mark(nowDone);
    if (rate.seconds() - shownSeconds >= secondsBetween) {
      shownSeconds = rate.seconds();
      show();
    }
  }
}
