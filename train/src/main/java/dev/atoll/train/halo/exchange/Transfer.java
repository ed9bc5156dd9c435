package dev.atoll.train.halo.exchange;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.comm.CollectiveFuture;
import dev.atoll.comm.Message;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Ring;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.ExchangeContext;
import dev.atoll.train.halo.PeerRows;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.RowSmoothing;
import dev.atoll.train.halo.Senders;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Optional;

/**
 * The rows of one layer in one direction in one step. Outgoing rows are packed and sent at once;
 * incoming rows are awaited when they are read: later in the step, or in the next epoch. The
 * messages' memory belongs to the transfer until then.
 */
final class Transfer implements AutoCloseable {
  private final ExchangeContext context;
  private final EpochRoute route;
  private final Lane lane;
  private final Direction direction;
  private final Senders senders;
  private final RefreshRule rule;
  private final int epoch;
  private MessageBuffers messages;
  private CollectiveFuture pending;

  Transfer(
      ExchangeContext context,
      EpochRoute route,
      Lane lane,
      Direction direction,
      Senders senders,
      RefreshRule rule) {
    this.context = context;
    this.route = route;
    this.lane = lane;
    this.direction = direction;
    this.senders = senders;
    this.rule = rule;
    this.epoch = route.epoch();
  }

  /** Receives the rows of a peer, packed: all rows of the shape. */
  @FunctionalInterface
  interface Sink {
    void take(int peer, MemorySegment packed);
  }

  /** The rows for every peer. */
  interface Source {
    /** As the device has them; they may change once the next ones are asked for. */
    Matrix rows(int peer);

    /** Writes them, packed, straight into a message; false where only {@link #rows} can. */
    default boolean pack(int peer, MemorySegment into) {
      return false;
    }
  }

  /** Packs and sends. */
  void start(Source rows) {
    noteAges();
    messages =
        new MessageBuffers(
            context.carrier(),
            context.buffers(),
            peer -> sends(peer) ? lane.messageBytes(route.rowsSent(direction, peer)) : 0,
            peer -> receives(peer) ? lane.messageBytes(route.rowsReceived(direction, peer)) : 0);
    for (int peer = 0; peer < context.size(); peer++) {
      if (sends(peer)) {
        pack(rows, peer, messages.to(peer));
        context.broadcasts().addBytes(peer, messages.to(peer).byteSize());
      }
    }
    pending = messages.start();
  }

  /**
   * Packs this worker's block once, if it sends, and takes those of all senders along the ring.
   *
   * @param own all rows of this worker
   */
  void startOnRing(Matrix own) {
    noteAges();
    int rank = context.rank();
    boolean sends = senders.isActive(rank);
    messages =
        new MessageBuffers(
            context.carrier(),
            context.buffers(),
            peer -> peer == rank && sends ? lane.messageBytes(route.rowsSent(direction, rank)) : 0,
            peer -> receives(peer) ? lane.messageBytes(route.rowsReceived(direction, peer)) : 0);
    var roots = new BitSet();
    senders.active().forEach(roots::set);
    if (sends) {
      pack(_ -> own, rank, messages.to(rank));
    }
    MemorySegment[] blocks = messages.blocks(roots, rank);
    roots.stream().forEach(root -> countOnRing(new Ring(context.size(), roots, root), blocks));
    pending = context.carrier().startBroadcasts(Purpose.BOUNDARY, roots, blocks);
  }

  private void countOnRing(Ring ring, MemorySegment[] blocks) {
    int next = ring.next(context.rank());
    if (next != Ring.NONE) {
      context.broadcasts().addBytes(next, blocks[ring.root()].byteSize());
    }
  }

  private void noteAges() {
    for (int peer = 0; peer < context.size(); peer++) {
      if (peer != context.rank() && !receives(peer) && route.shapeRows(direction, peer) > 0) {
        context.broadcasts().addAge(epoch - lane.lastSent(peer));
      }
    }
  }

  /** Waits until all rows are here. */
  void await() {
    if (pending != null) {
      long begun = System.nanoTime();
      pending.await();
      pending = null;
      context.times().since(begun, Phase.EXCHANGE);
    }
  }

  /** Waits for the rows, and hands them over peer by peer. */
  void finish(Sink sink) {
    await();
    for (int peer = 0; peer < context.size(); peer++) {
      if (peer != context.rank()) {
        unpack(peer, sink);
      }
    }
    senders
        .active()
        .filter(worker -> worker == context.rank() || receives(worker))
        .forEach(worker -> lane.stamp(worker, epoch));
  }

  private boolean sends(int peer) {
    return senders.sends(context.rank(), peer);
  }

  private boolean receives(int peer) {
    return senders.sends(peer, context.rank());
  }

  private void pack(Source source, int peer, MemorySegment into) {
    boolean chosen = direction == Direction.HOMEWARD && route.isPart();
    if (lane.isPlain(sentWhole()) && !chosen) {
      if (!source.pack(peer, into)) {
        context.backend().download(source.rows(peer), into);
      }
      return;
    }
    Matrix rows = source.rows(peer);
    try (Message message = lend(lane.bytes(rows.rows()))) {
      context.backend().download(rows, message.payload());
      PeerRows sent = route.rowsSent(direction, peer);
      if (chosen) {
        pick(message.payload(), sent);
      }
      lane.encode(message.payload(), sent, peer, into);
    }
  }

  /** Whether a message of whole blocks holds every row of its block. */
  private boolean sentWhole() {
    return direction == Direction.OUTWARD;
  }

  private Message lend(long bytes) {
    return context.workers().transport().lend(bytes);
  }

  /** Moves the chosen rows to the front, each with the weight of all that it was chosen from. */
  private void pick(MemorySegment packed, PeerRows chosen) {
    float weight = (float) chosen.total() / chosen.count();
    for (int i = 0; i < chosen.count(); i++) {
      long from = lane.bytes(chosen.place(i));
      long to = lane.bytes(i);
      for (long c = 0; c < lane.bytes(1); c += Float.BYTES) {
        float element = packed.get(JAVA_FLOAT_UNALIGNED, from + c);
        packed.set(JAVA_FLOAT_UNALIGNED, to + c, weight * element);
      }
    }
  }

  private void unpack(int peer, Sink sink) {
    int rows = route.shapeRows(direction, peer);
    if (rule.usesStale(direction) || (route.isPart() && rule.usesStale())) {
      MemorySegment stale = lane.stale(peer, rows);
      if (receives(peer)) {
        refresh(stale, peer);
      }
      sink.take(peer, stale);
    } else if (lane.isPlain(false)) {
      sink.take(peer, messages.from(peer));
    } else {
      try (Message message = lend(lane.bytes(rows))) {
        lane.decode(
            messages.from(peer), route.rowsReceived(direction, peer), false, message.payload());
        sink.take(peer, message.payload());
      }
    }
  }

  private void refresh(MemorySegment stale, int peer) {
    Optional<RowSmoothing> smoothing = rule.smoothing(direction);
    if (smoothing.isEmpty() || lane.lastSent(peer) == RefreshStep.NEVER) {
      if (direction == Direction.HOMEWARD && route.isPart()) {
        stale.fill((byte) 0);
      }
      lane.decode(messages.from(peer), route.rowsReceived(direction, peer), route.isPart(), stale);
      return;
    }
    try (Message arrived = lend(stale.byteSize())) {
      lane.decode(
          messages.from(peer), route.rowsReceived(direction, peer), false, arrived.payload());
      smoothing.get().merge(stale, arrived.payload());
    }
  }

  /** Gives memory back, unless a failure left it to rows that are still on their way. */
  @Override
  public void close() {
    if (pending == null && messages != null) {
      messages.close();
    }
  }

  /** Releases the memory once the rows have arrived; they are not read. */
  void abandon() {
    try {
      await();
    } catch (PeerException _) {
      // the run has failed; its first failure is reported
    }
    close();
  }
}
