package dev.atoll.train.halo;

import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Op;
import java.util.BitSet;

/**
 * Finds who sends to whom in a step, as a {@link RefreshPolicy} says; all workers find the same.
 */
final class SenderChoice {
  private final RefreshPolicy policy;
  private final ExchangeContext wiring;
  private final EpochRoute route;
  private final RowNorm norm;
  private final Workspace kept;

  /**
   * @param kept where rows stay as they were sent
   */
  SenderChoice(
      RefreshPolicy policy,
      ExchangeContext wiring,
      EpochRoute route,
      RowNorm norm,
      Workspace kept) {
    if (policy instanceof RefreshPolicy.PeerGap
        && wiring.size() > RefreshPolicy.PeerGap.MOST_WORKERS) {
      throw new IllegalArgumentException(
          "exchange.refresh=peer-gap with %d workers: expected at most %d; take variation-gap"
              .formatted(wiring.size(), RefreshPolicy.PeerGap.MOST_WORKERS));
    }
    this.policy = policy;
    this.wiring = wiring;
    this.route = route;
    this.norm = norm;
    this.kept = kept;
  }

  /**
   * @param rows own rows on their way out, or gradients of halo rows on their way home
   */
  Senders of(Op.Scratch s, Lane lane, Direction direction, Matrix rows) {
    return switch (policy) {
      case RefreshPolicy.PeerGap gap -> movedForPeers(s, lane, direction, rows, gap.share());
      case RefreshPolicy.VariationGap gap -> moved(s, lane, direction, rows, gap.share());
      default -> toAll(roots(s, lane, direction, rows, 0));
    };
  }

  private Senders toAll(BitSet roots) {
    wiring.broadcasts().add(roots.get(wiring.rank()));
    return Senders.toAll(roots, wiring.size());
  }

  private Senders moved(Op.Scratch s, Lane lane, Direction direction, Matrix rows, double share) {
    BitSet roots = roots(s, lane, direction, rows, share);
    if (roots.get(wiring.rank())) {
      remember(s, lane, wiring.rank(), rows);
    }
    return toAll(roots);
  }

  private BitSet roots(Op.Scratch s, Lane lane, Direction direction, Matrix rows, double share) {
    return Roots.of(
        policy,
        lane,
        direction,
        route.epoch(),
        wiring.workers(),
        () -> norm.moved(s, rows, lane.sent(wiring.rank()), share));
  }

  /** Every worker tells for which peers its rows have moved. */
  private Senders movedForPeers(
      Op.Scratch s, Lane lane, Direction direction, Matrix rows, double share) {
    Matrix room = s.workspace().matrix(route.mostBoundary(), rows.cols());
    long readers = 0;
    for (int peer = 0; peer < wiring.size(); peer++) {
      Matrix theirs =
          direction == Direction.OUTWARD
              ? route.boundary(s, rows, peer, room)
              : route.haloOf(peer, rows);
      if (peer == wiring.rank() || theirs.rows() == 0) {
        continue;
      }
      boolean due = lane.sent(peer) == null || norm.moved(s, theirs, lane.sent(peer), share);
      wiring.broadcasts().add(due);
      if (due) {
        remember(s, lane, peer, theirs);
        readers |= 1L << peer;
      }
    }
    s.workspace().release(room);
    return Senders.toSome(wiring.workers().allGather(Purpose.CONTROL, readers));
  }

  private void remember(Op.Scratch s, Lane lane, int reader, Matrix rows) {
    if (lane.sent(reader) == null) {
      lane.keepSent(reader, kept.matrix(rows.rows(), rows.cols()));
    }
    s.kernels().copy(rows, lane.sent(reader));
  }
}
