package dev.atoll.train.halo;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

/**
 * Which workers send in an epoch: the active ones of SANCUS. All workers find the same, from what
 * all know or have told each other. Who has never sent is always active.
 */
final class Roots {
  private Roots() {}

  /**
   * @param moved whether this worker's own rows have moved too far since it sent them
   */
  static BitSet of(
      RefreshPolicy policy,
      Lane lane,
      Direction direction,
      int epoch,
      Communicator workers,
      BooleanSupplier moved) {
    return switch (policy) {
      case RefreshPolicy.Always _ -> all(workers.size());
      case RefreshPolicy.EpochFixed fixed -> olderThan(fixed.epochs(), lane, epoch, workers.size());
      case RefreshPolicy.EpochAdaptive adaptive ->
          called(adaptive.epochs(), lane, epoch, workers.size());
      case RefreshPolicy.PeerGap _ ->
          throw new IllegalStateException("every reader is decided on by itself");
      case RefreshPolicy.VariationGap _ -> told(lane, workers, moved);
      case RefreshPolicy.SkipGradient skip ->
          direction == Direction.OUTWARD
              ? all(workers.size())
              : olderThan(skip.epochs(), lane, epoch, workers.size());
    };
  }

  private static BitSet all(int workers) {
    BitSet all = new BitSet(workers);
    all.set(0, workers);
    return all;
  }

  private static BitSet olderThan(int epochs, Lane lane, int epoch, int workers) {
    BitSet due = new BitSet(workers);
    for (int worker = 0; worker < workers; worker++) {
      int version = lane.version(worker);
      due.set(worker, version == Lane.NEVER || epoch - version > epochs);
    }
    return due;
  }

  /**
   * Algorithm 5 of SANCUS: every worker calls the first other one that is due, so two are called at
   * a time. Nobody gets older than the bound times half the workers.
   */
  private static BitSet called(int epochs, Lane lane, int epoch, int workers) {
    BitSet due = olderThan(epochs, lane, epoch, workers);
    BitSet called = olderThan(epochs * Math.ceilDiv(workers, 2), lane, epoch, workers);
    int first = due.nextSetBit(0);
    if (first >= 0) {
      called.set(first);
      int second = due.nextSetBit(first + 1);
      if (second >= 0) {
        called.set(second);
      }
    }
    return called;
  }

  private static BitSet told(Lane lane, Communicator workers, BooleanSupplier moved) {
    boolean active = lane.version(workers.rank()) == Lane.NEVER || moved.getAsBoolean();
    long[] flags = workers.allGather(Purpose.CONTROL, active ? 1L : 0L);
    BitSet roots = new BitSet(flags.length);
    for (int worker = 0; worker < flags.length; worker++) {
      roots.set(worker, flags[worker] != 0);
    }
    return roots;
  }
}
