package dev.atoll.train.halo.exchange;

import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.train.halo.ChangeMean;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;
import java.util.stream.IntStream;

/**
 * A step of a channel.
 *
 * @param kept memory that stores the rows as they were sent
 * @param rows own rows to be sent, or gradients of halo rows to be returned
 */
record ChannelStep(
    ExchangeContext context,
    EpochRoute route,
    RowNorm norm,
    Workspace kept,
    Op.Scratch scratch,
    LayerChannel channel,
    Direction direction,
    Matrix rows)
    implements RefreshStep {
  @Override
  public int rank() {
    return context.rank();
  }

  @Override
  public int workers() {
    return context.size();
  }

  @Override
  public int epoch() {
    return route.epoch();
  }

  @Override
  public int lastSent(int worker) {
    return channel.lastSent(worker);
  }

  @Override
  public long[] allGather(long value) {
    return context.workers().allGather(Purpose.CONTROL, value);
  }

  @Override
  public ChangeMean changes() {
    return channel.changes();
  }

  @Override
  public boolean movedSinceSent(ChangeTest test) {
    return moved(rank(), rows, test);
  }

  @Override
  public boolean movedSinceSent(int peer, ChangeTest test) {
    if (direction == Direction.BACKWARD) {
      return moved(peer, route.haloOf(peer, rows), test);
    }
    Matrix buffer = scratch.workspace().matrix(route.maxBoundary(), rows.cols());
    boolean moved = moved(peer, route.boundary(scratch, rows, peer, buffer), test);
    scratch.workspace().release(buffer);
    return moved;
  }

  @Override
  public boolean goesTo(int peer) {
    return peer != rank() && route.sentRows(direction, peer) > 0;
  }

  private boolean hasReaders() {
    return IntStream.range(0, workers())
        .anyMatch(peer -> peer != rank() && route.rowsSent(direction, peer).count() > 0);
  }

  private boolean moved(int reader, Matrix now, ChangeTest test) {
    Matrix sent = channel.sent(reader);
    if (sent != null && !norm.moved(scratch, now, sent, test)) {
      return false;
    }
    if (sent == null) {
      sent = kept.matrix(now.rows(), now.cols());
      channel.keepSent(reader, sent);
    }
    scratch.kernels().copy(now, sent);
    return true;
  }

  /**
   * Counts the broadcasts of this worker, sent and skipped; none where there is nothing to send.
   */
  void count(Senders senders) {
    if (!senders.isByReader()) {
      if (hasReaders()) {
        context.broadcasts().add(senders.isActive(rank()));
      }
      return;
    }
    for (int peer = 0; peer < workers(); peer++) {
      if (goesTo(peer)) {
        context.broadcasts().add(senders.sends(rank(), peer));
      }
    }
  }
}
