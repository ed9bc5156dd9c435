package dev.atoll.app.plan.draw;

import dev.atoll.app.plan.kernel.DrawnWork;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a device draws and reads, from any number of threads. */
final class DrawTally {
  private final LongAdder hops = new LongAdder();
  private final LongAdder edges = new LongAdder();
  private final LongAdder busBytes = new LongAdder();
  private final LongAdder stagedBytes = new LongAdder();
  private final LongAdder standInNanos = new LongAdder();

  void hop(long drawn) {
    hops.increment();
    edges.add(drawn);
  }

  void rows(long pinnedBytes, long pageableBytes) {
    busBytes.add(pinnedBytes);
    stagedBytes.add(pageableBytes);
  }

  /** Counts the time since {@code begun}, a {@link System#nanoTime}, as emulation of the device. */
  void emulatedSince(long begun) {
    standInNanos.add(System.nanoTime() - begun);
  }

  /** The counts since the last call. */
  DrawnWork take() {
    return new DrawnWork(
        hops.sumThenReset(),
        edges.sumThenReset(),
        busBytes.sumThenReset(),
        stagedBytes.sumThenReset(),
        standInNanos.sumThenReset() * 1e-9);
  }
}
