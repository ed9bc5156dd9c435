package dev.atoll.tensor.cpu;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Hands out the tiles of a product's lanes to threads. Lane l has tiles l, l + lanes, …, one after
 * the other, since the order of a sum is part of its result; its last tile is cut into panels,
 * which may run side by side, so that threads end at about the same time. The lane with most work
 * left goes first.
 *
 * <pre>  state of a lane: 2·(tiles done) + (1 while one runs), in the last tile + 1 per panel taken
 * </pre>
 */
final class LaneTiles {
  /** A tile, or a panel of a tile if it is the last of its lane. */
  record Unit(int lane, int tile, ResultPanel panel, boolean isFirst, boolean isLast) {}

  /** The work on a unit. */
  @FunctionalInterface
  interface Body {
    void run(Unit unit);
  }

  /** Few: the thread that is awaited may need this core. */
  private static final int SPINS = 100;

  private static final long POLL_NANOS = 20_000;

  private final int tiles;
  private final int lanes;
  private final ResultPanel.Cut whole;
  private final ResultPanel.Cut cut;
  private final AtomicIntegerArray states;
  private volatile boolean failed;

  LaneTiles(int tiles, int lanes, ResultPanel.Cut whole, ResultPanel.Cut cut) {
    this.tiles = tiles;
    this.lanes = lanes;
    this.whole = whole;
    this.cut = cut;
    this.states = new AtomicIntegerArray(lanes);
  }

  int units() {
    return tiles - lanes + lanes * cut.panels();
  }

  /** Runs one unit; called as often as there are units. */
  void runOne(Body body) {
    Unit unit = await();
    if (unit == null) {
      return;
    }
    try {
      body.run(unit);
    } catch (RuntimeException | Error e) {
      failed = true;
      throw e;
    }
    if (!unit.isLast) {
      states.incrementAndGet(unit.lane);
    }
  }

  /** Waits while all units left are behind tiles that run now; null after a failure. */
  private Unit await() {
    Unit unit = take();
    for (int spins = 0; unit == null && !failed; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, POLL_NANOS);
      }
      unit = take();
    }
    return unit;
  }

  /** Null where no unit may run yet. */
  private Unit take() {
    while (true) {
      int lane = -1;
      int most = 0;
      for (int i = 0; i < lanes; i++) {
        int left = left(i, states.get(i));
        if (left > most) {
          lane = i;
          most = left;
        }
      }
      if (lane < 0) {
        return null;
      }
      int state = states.get(lane);
      if (left(lane, state) > 0 && states.compareAndSet(lane, state, state + 1)) {
        return unit(lane, state);
      }
    }
  }

  /** The number of tiles and panels left in a lane; 0 if none of them may run at the moment. */
  private int left(int lane, int state) {
    int open = 2 * before(lane);
    if (state >= open) {
      return open + cut.panels() - state;
    }
    return state % 2 == 0 ? (open - state) / 2 + cut.panels() : 0;
  }

  private Unit unit(int lane, int state) {
    int open = 2 * before(lane);
    boolean isLast = state >= open;
    int inLane = Math.min(state, open) / 2;
    ResultPanel panel = isLast ? cut.panel(state - open) : whole.panel(0);
    return new Unit(lane, lane + inLane * lanes, panel, inLane == 0, isLast);
  }

  /** Tiles of a lane before its last. */
  private int before(int lane) {
    return (tiles - 1 - lane) / lanes;
  }
}
