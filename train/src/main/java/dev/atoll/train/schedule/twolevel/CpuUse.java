package dev.atoll.train.schedule.twolevel;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The recent use of the processors that this process may use, by whichever process. */
final class CpuUse {

  /** A shorter one would see single tasks, and few of the kernel's ticks. */
  private static final long WINDOW_NANOS = 100_000_000;

  private final LongSupplier clock;
  private final Supplier<ProcessorTime> times;
  private long wall;
  private ProcessorTime last;
  private double percent;

  CpuUse() {
    this(System::nanoTime, ProcessorTime::now);
  }

  CpuUse(LongSupplier clock, Supplier<ProcessorTime> times) {
    this.clock = clock;
    this.times = times;
    this.wall = clock.getAsLong();
    this.last = times.get();
  }

  /** The use of all processors, from 0 to 100. */
  double percent() {
    long now = clock.getAsLong();
    if (now - wall >= WINDOW_NANOS) {
      ProcessorTime time = times.get();
      double all = time.all() - last.all();
      percent = all > 0 ? Math.clamp(100 * (time.busy() - last.busy()) / all, 0, 100) : percent;
      wall = now;
      last = time;
    }
    return percent;
  }
}
