package dev.atoll.app.screen;

import dev.atoll.recipe.log.Units;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * The speed of an activity and the time left: measured over the last seconds while it continues,
 * without its first unit, because the first steps of a JVM are slow; over the whole activity when
 * it is done.
 */
final class ProgressRate {
  private static final double NANOS = 1e9;
  private static final double WINDOW_SECONDS = 5;
  private static final double SECONDS_BETWEEN_MARKS = 0.25;

  private record Mark(double seconds, long done) {}

  private final LongSupplier clock;
  private final long begun;
  private final Deque<Mark> recent = new ArrayDeque<>();
  private final String unit;
  private final long total;

  ProgressRate(String unit, long total) {
    this(unit, total, System::nanoTime);
  }

  /**
   * @param clock in nanoseconds
   */
  ProgressRate(String unit, long total, LongSupplier clock) {
    this.clock = clock;
    this.begun = clock.getAsLong();
    this.unit = unit;
    this.total = total;
    recent.add(new Mark(0, 0));
  }

  double seconds() {
    return (clock.getAsLong() - begun) / NANOS;
  }

  /** Records the amount done by now. */
  void mark(long done) {
    double now = seconds();
    if (done > 0 && recent.getFirst().done == 0) {
      recent.clear();
      recent.add(new Mark(now, done));
    } else if (now - recent.getLast().seconds >= SECONDS_BETWEEN_MARKS) {
      recent.addLast(new Mark(now, done));
      while (recent.size() > 2 && now - recent.getFirst().seconds > WINDOW_SECONDS) {
        recent.removeFirst();
      }
    }
  }

  /** The work done, such as {@code "120/200 epochs"}. */
  String count(long done) {
    return total > 0
        ? Units.count(done) + "/" + Units.count(total) + " " + unit
        : Units.count(done) + " " + unit;
  }

  /** The speed, such as {@code "31 epochs/s, 3 s left"}. */
  String rate(long done) {
    boolean ended = total > 0 && done >= total;
    Mark from = ended ? new Mark(0, 0) : recent.getFirst();
    double perSecond = (done - from.done) / (seconds() - from.seconds);
    if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
      return "";
    }
    String rate =
        perSecond >= 1
            ? Units.number(perSecond) + " " + unit + "/s"
            : Units.seconds(1 / perSecond) + " each";
    return total > done ? rate + ", " + Units.seconds((total - done) / perSecond) + " left" : rate;
  }
}
