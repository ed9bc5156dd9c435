package dev.atoll.app.plan.kernel;

import dev.atoll.app.plan.kernel.ShapedCall.Crew;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Kernels;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Consumer;

/**
 * Computes and times those calls of a dry run whose time is not known yet: on their own operands,
 * while other workers compute theirs.
 */
public final class KernelProbe {
  private final KernelTimes times;
  private final Crew crew;
  private final AtomicLong done = new AtomicLong();
  private final DoubleAdder earlySeconds = new DoubleAdder();
  private volatile boolean open;
  private volatile boolean all;

  /** Creates a probe that is closed. */
  public KernelProbe(KernelTimes times, Crew crew) {
    this.times = times;
    this.crew = crew;
  }

  /** A probe that computes nothing. */
  public static KernelProbe none() {
    return new KernelProbe(new KernelTimes(), Crew.NONE);
  }

  Crew crew() {
    return crew;
  }

  /** Starts to compute calls; their operands need real memory. */
  public void open() {
    open = true;
  }

  /** Starts to compute all calls, so that results are those of a real run. */
  public void openToAll() {
    all = true;
    open = true;
  }

  public boolean isOpenToAll() {
    return all;
  }

  public void close() {
    open = false;
    all = false;
  }

  /** Calls computed so far. */
  public long done() {
    return done.get();
  }

  /** CPU seconds that a worker spent in calls of kernels whose code was not compiled yet. */
  public double earlySeconds() {
    return earlySeconds.sum() / Math.max(1, crew.workers());
  }

  /** Computes a call if its time or its result is wanted. */
  void offer(ShapedCall call, double amount, Backend real, Consumer<Kernels> kernels) {
    boolean wanted = open && amount > 0 && times.wants(call);
    if (wanted || all) {
      done.incrementAndGet();
      boolean early = !times.isWarm(call.kernel());
      double seconds = real.cpuSeconds(() -> kernels.accept(real.kernels()));
      if (wanted) {
        earlySeconds.add(early ? seconds : 0);
        times.add(call, amount, seconds);
      }
    }
  }
}
