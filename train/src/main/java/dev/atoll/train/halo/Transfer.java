package dev.atoll.train.halo;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.comm.CollectiveFuture;
import dev.atoll.comm.Message;
import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.cost.Phase;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/**
 * One direction of one layer in one step. What goes out is packed and sent at once; what comes in
 * is awaited when it is needed, so that the caller computes meanwhile.
 */
final class Transfer implements AutoCloseable {
  private final ExchangeContext wiring;
  private final EpochRoute route;
  private final Lane lane;
  private final Direction direction;
  private final Senders senders;
  private final boolean caches;
  private MessageBuffers toPeers;
  private MessageBuffers fromPeers;
  private CollectiveFuture pending;

  /**
   * @param senders who sends to whom
   * @param caches whether what comes serves later epochs too
   */
  Transfer(
      ExchangeContext wiring,
      EpochRoute route,
      Lane lane,
      Direction direction,
      Senders senders,
      boolean caches) {
    this.wiring = wiring;
    this.route = route;
    this.lane = lane;
    this.direction = direction;
    this.senders = senders;
    this.caches = caches;
  }

  /** Takes what came from a peer, packed: all rows of the shape. */
  @FunctionalInterface
  interface Sink {
    void take(int peer, MemorySegment packed);
  }

  /**
   * Packs and sends.
   *
   * @param rows for a peer, as the device has them; they may change once the next ones are asked
   *     for
   */
  void start(IntFunction<Matrix> rows) {
    toPeers = rooms(peer -> sends(peer) ? lane.messageBytes(route.sent(direction, peer)) : 0);
    fromPeers = rooms(peer -> hears(peer) ? lane.messageBytes(route.taken(direction, peer)) : 0);
    for (int peer = 0; peer < wiring.size(); peer++) {
      if (sends(peer)) {
        pack(rows.apply(peer), peer, toPeers.of(peer));
      }
    }
    pending = wiring.carrier().startAllToAll(Purpose.BOUNDARY, toPeers.all(), fromPeers.all());
  }

  /** Waits until all rows are here. */
  void await() {
    if (pending != null) {
      long begun = System.nanoTime();
      pending.await();
      pending = null;
      wiring.times().since(begun, Phase.EXCHANGE);
    }
  }

  /** Waits for the rows, and hands them over peer by peer. */
  void finish(Sink sink) {
    await();
    for (int peer = 0; peer < wiring.size(); peer++) {
      if (peer != wiring.rank()) {
        unpack(peer, fromPeers.of(peer), sink);
      }
    }
    senders.active().forEach(worker -> lane.stamp(worker, route.epoch()));
  }

  private MessageBuffers rooms(IntToLongFunction bytes) {
    return new MessageBuffers(wiring.workers().transport(), wiring.rooms(), bytes);
  }

  private boolean sends(int peer) {
    return senders.sends(wiring.rank(), peer);
  }

  private boolean hears(int peer) {
    return senders.sends(peer, wiring.rank());
  }

  private void pack(Matrix rows, int peer, MemorySegment into) {
    boolean chosen = direction == Direction.HOMEWARD && route.isPart();
    if (lane.isPlain() && !chosen) {
      wiring.backend().download(rows, into);
      return;
    }
    try (Message room = wiring.workers().transport().lend(lane.bytes(rows.rows()))) {
      wiring.backend().download(rows, room.payload());
      PeerRows sent = route.sent(direction, peer);
      if (chosen) {
        pick(room.payload(), sent);
      }
      lane.encode(room.payload(), sent, peer, into);
    }
  }

  /** Moves the chosen rows to the front, each standing for as many as were there to choose. */
  private void pick(MemorySegment packed, PeerRows chosen) {
    float stands = (float) chosen.total() / chosen.count();
    for (int i = 0; i < chosen.count(); i++) {
      long from = lane.bytes(chosen.place(i));
      long to = lane.bytes(i);
      for (long c = 0; c < lane.bytes(1); c += Float.BYTES) {
        float cell = packed.get(JAVA_FLOAT_UNALIGNED, from + c);
        packed.set(JAVA_FLOAT_UNALIGNED, to + c, stands * cell);
      }
    }
  }

  private void unpack(int peer, MemorySegment received, Sink sink) {
    int rows = route.shapeRows(direction, peer);
    if (lane.isPlain() && !caches) {
      sink.take(peer, received);
    } else if (caches) {
      MemorySegment kept = lane.cache(peer, rows);
      if (hears(peer)) {
        refresh(kept, peer, received);
      }
      sink.take(peer, kept);
    } else {
      try (Message room = wiring.workers().transport().lend(lane.bytes(rows))) {
        lane.decode(received, route.taken(direction, peer), false, room.payload());
        sink.take(peer, room.payload());
      }
    }
  }

  private void refresh(MemorySegment kept, int peer, MemorySegment received) {
    if (direction == Direction.HOMEWARD && route.isPart()) {
      kept.fill((byte) 0);
    }
    lane.decode(received, route.taken(direction, peer), route.isPart(), kept);
  }

  /** Gives memory back, unless a failure left it to rows that are still on their way. */
  @Override
  public void close() {
    if (pending == null && fromPeers != null) {
      toPeers.close();
      fromPeers.close();
    }
  }
}
