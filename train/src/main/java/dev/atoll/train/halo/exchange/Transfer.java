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
  private final LayerChannel channel;
  private final Direction direction;
  private final Senders senders;
  private final RefreshRule rule;
  private final int epoch;
  private MessageBuffers messages;
  private CollectiveFuture pending;

  Transfer(
      ExchangeContext context,
      EpochRoute route,
      LayerChannel channel,
      Direction direction,
      Senders senders,
      RefreshRule rule) {
    this.context = context;
    this.route = route;
    this.channel = channel;
    this.direction = direction;
    this.senders = senders;
    this.rule = rule;
    this.epoch = route.epoch();
  }

  /** Receives the rows of a peer: all rows of the shape. */
  interface Sink {
    /** Ignores all rows. */
    Sink NONE =
        new Sink() {
          @Override
          public void take(int peer, MemorySegment packed) {}

          @Override
          public void takeKept(int peer, Matrix rows) {}
        };

    /** Receives packed rows of the host. */
    void take(int peer, MemorySegment packed);

    /** Receives rows that are stored on the device and must not be changed. */
    void takeKept(int peer, Matrix rows);
  }

  /** The rows for every peer. */
  interface Source {
    /** The rows on the device; valid until the next call. */
    Matrix rows(int peer);

    /** Writes them, packed, straight into a message; false where only {@link #rows} can. */
    default boolean pack(int peer, MemorySegment into) {
      return false;
    }
  }

  /** Packs and sends. */
  void start(Source rows) {
    start(rows, MessageBuffers.Prepared.NONE);
  }

  /**
   * Packs and sends.
   *
   * @param prepared memory that peers have prepared
   */
  void start(Source rows, MessageBuffers.Prepared prepared) {
    noteAges();
    messages =
        new MessageBuffers(
            context.carrier(),
            context.buffers(),
            peer -> sends(peer) ? channel.messageBytes(route.rowsSent(direction, peer)) : 0,
            peer -> receives(peer) ? channel.messageBytes(route.rowsReceived(direction, peer)) : 0,
            prepared);
    for (int peer = 0; peer < context.size(); peer++) {
      if (sends(peer)) {
        pack(rows, peer, messages.to(peer));
        context.broadcasts().addBytes(peer, messages.to(peer).byteSize());
      }
    }
    pending = messages.start();
  }

  /**
   * Packs this worker's block once, if it sends, and receives the blocks of all senders along the
   * ring.
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
            peer ->
                peer == rank && sends ? channel.messageBytes(route.rowsSent(direction, rank)) : 0,
            peer -> receives(peer) ? channel.messageBytes(route.rowsReceived(direction, peer)) : 0);
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
        context.broadcasts().addAge(epoch - channel.lastSent(peer));
      }
    }
  }

  /** Waits until all rows are here. */
  void await() {
    if (pending != null) {
      long begun = System.nanoTime();
      context.backend().helpUntil(pending::isDone);
      pending.await();
      pending = null;
      context.times().since(begun, Phase.EXCHANGE);
    }
  }

  /** Waits for the rows, and passes them on peer by peer. */
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
        .forEach(worker -> channel.stamp(worker, epoch));
  }

  private boolean sends(int peer) {
    return senders.sends(context.rank(), peer);
  }

  private boolean receives(int peer) {
    return senders.sends(peer, context.rank());
  }

  private void pack(Source source, int peer, MemorySegment into) {
    boolean chosen = direction == Direction.BACKWARD && route.isPart();
    if (channel.isPlain(sentWhole()) && !chosen) {
      if (!source.pack(peer, into)) {
        context.backend().download(source.rows(peer), into);
      }
      return;
    }
    Matrix rows = source.rows(peer);
    try (Message message = allocate(channel.bytes(rows.rows()))) {
      context.backend().download(rows, message.payload());
      PeerRows sent = route.rowsSent(direction, peer);
      if (chosen) {
        pick(message.payload(), sent);
      }
      channel.encode(message.payload(), sent, peer, into);
    }
  }

  /** Whether a message of whole blocks holds every row of its block. */
  private boolean sentWhole() {
    return direction == Direction.FORWARD;
  }

  private Message allocate(long bytes) {
    return context.workers().transport().allocate(bytes);
  }

  /** Moves the chosen rows to the front, each with the weight of all that it was chosen from. */
  private void pick(MemorySegment packed, PeerRows chosen) {
    float weight = (float) chosen.total() / chosen.count();
    for (int i = 0; i < chosen.count(); i++) {
      long from = channel.bytes(chosen.place(i));
      long to = channel.bytes(i);
      for (long c = 0; c < channel.bytes(1); c += Float.BYTES) {
        float element = packed.get(JAVA_FLOAT_UNALIGNED, from + c);
        packed.set(JAVA_FLOAT_UNALIGNED, to + c, weight * element);
      }
    }
  }

  /** Whether a sink receives the messages themselves, valid until {@link #close}. */
  boolean passesMessages() {
    return !keepsStale() && channel.isPlain(false);
  }

  private boolean keepsStale() {
    return rule.usesStale(direction) || (route.isPart() && rule.usesStale());
  }

  private void unpack(int peer, Sink sink) {
    int rows = route.shapeRows(direction, peer);
    if (keepsStale()) {
      takeStale(peer, rows, sink);
    } else if (channel.isPlain(false)) {
      sink.take(peer, messages.from(peer));
    } else {
      try (Message message = allocate(channel.bytes(rows))) {
        channel.decode(
            messages.from(peer), route.rowsReceived(direction, peer), false, message.payload());
        sink.take(peer, message.payload());
      }
    }
  }

  private void takeStale(int peer, int rows, Sink sink) {
    if (channel.onDevice().isPresent()) {
      DeviceCache cache = channel.onDevice().get();
      Matrix stale = cache.of(peer, rows, channel.cols());
      if (receives(peer)) {
        refresh(cache, stale, peer);
      }
      sink.takeKept(peer, stale);
      return;
    }
    MemorySegment stale = channel.stale(peer, rows);
    if (receives(peer)) {
      refresh(stale, peer);
    }
    sink.take(peer, stale);
  }

  /** Copies fresh rows to the device, and nothing else. */
  private void refresh(DeviceCache cache, Matrix stale, int peer) {
    PeerRows fresh = route.rowsReceived(direction, peer);
    if (channel.isPlain(false)) {
      put(cache, stale, fresh, messages.from(peer));
      return;
    }
    try (Message message = allocate(channel.bytes(fresh.count()))) {
      channel.decode(messages.from(peer), fresh, false, message.payload());
      put(cache, stale, fresh, message.payload());
    }
  }

  private void put(DeviceCache cache, Matrix stale, PeerRows fresh, MemorySegment packed) {
    if (!route.isPart()) {
      cache.replace(stale, packed);
      return;
    }
    if (direction == Direction.BACKWARD) {
      cache.clear(stale);
    }
    try (Message spare = allocate((long) stale.rows() * Integer.BYTES)) {
      cache.replaceSome(stale, packed, fresh, spare.payload());
    }
  }

  private void refresh(MemorySegment stale, int peer) {
    Optional<RowSmoothing> smoothing = rule.smoothing(direction);
    if (smoothing.isEmpty() || channel.lastSent(peer) == RefreshStep.NEVER) {
      if (direction == Direction.BACKWARD && route.isPart()) {
        stale.fill((byte) 0);
      }
      channel.decode(
          messages.from(peer), route.rowsReceived(direction, peer), route.isPart(), stale);
      return;
    }
    try (Message arrived = allocate(stale.byteSize())) {
      channel.decode(
          messages.from(peer), route.rowsReceived(direction, peer), false, arrived.payload());
      smoothing.get().merge(stale, arrived.payload());
    }
  }

  /** Releases memory, unless rows are still in flight after a failure. */
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
