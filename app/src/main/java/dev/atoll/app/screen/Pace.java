package dev.atoll.app.screen;

/** How fast work goes, and how long the rest of it will take at that rate. */
final class Pace {
  private static final double NANOS = 1e9;

  private final long begun = System.nanoTime();
  private final String unit;
  private final long total;

  Pace(String unit, long total) {
    this.unit = unit;
    this.total = total;
  }

  double seconds() {
    return (System.nanoTime() - begun) / NANOS;
  }

  /** Such as {@code "120/200 epochs"}. */
  String count(long done) {
    return total > 0
        ? Units.count(done) + "/" + Units.count(total) + " " + unit
        : Units.count(done) + " " + unit;
  }

  /** Such as {@code "31 epochs/s, 3 s left"}. */
  String rate(long done) {
    double seconds = seconds();
    if (done <= 0 || seconds <= 0) {
      return "";
    }
    double perSecond = done / seconds;
    String rate =
        perSecond >= 1
            ? Units.number(perSecond) + " " + unit + "/s"
            : Units.seconds(1 / perSecond) + " each";
    return total > done ? rate + ", " + Units.seconds((total - done) / perSecond) + " left" : rate;
  }
}
