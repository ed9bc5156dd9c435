package dev.atoll.comm.local;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Tag;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import dev.atoll.comm.mail.Counters;
import dev.atoll.comm.mail.Inbox;
import dev.atoll.comm.mail.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Ranks in one process: a message is one copy into memory of the group's pool. */
public final class LocalTransport implements Transport {
  private static final long KEPT_BYTES = 256L << 20;

  private final int rank;
  private final Limits limits;
  private final Inbox[] inboxes;
  private final MemoryPool pool;
  private final Counters counters;

  private LocalTransport(int rank, Limits limits, Inbox[] inboxes, MemoryPool pool) {
    this.rank = rank;
    this.limits = limits;
    this.inboxes = inboxes;
    this.pool = pool;
    this.counters = new Counters(inboxes.length);
  }

  /** The transports of all ranks, by rank. */
  public static List<Transport> group(int size, Limits limits) {
    MemoryPool pool = new MemoryPool(KEPT_BYTES);
    Inbox[] inboxes = new Inbox[size];
    List<Transport> ranks = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      inboxes[rank] = new Inbox(rank, size, limits, peer -> inboxes[peer].awaited());
      ranks.add(new LocalTransport(rank, limits, inboxes, pool));
    }
    return List.copyOf(ranks);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return inboxes.length;
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public void send(int peer, Tag tag, long label, MemorySegment payload) {
    Transport.checkSize(payload);
    checkReachable(peer, tag);
    awaitRoom(peer, tag);
    checkReachable(peer, tag); // the wait may have ended because it is not any more
    Message copy = pool.lend(label, payload.byteSize());
    MemorySegment.copy(payload, 0, copy.payload(), 0, payload.byteSize());
    counters.sent(tag.purpose(), peer, payload.byteSize());
    inboxes[peer].put(rank, tag, copy);
  }

  private void awaitRoom(int peer, Tag tag) {
    try {
      if (!inboxes[peer].awaitRoom(rank, tag)) {
        throw inboxes[rank].late(peer, "room for a message on " + tag);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(rank, "sending " + tag + " to rank " + peer, e);
    }
  }

  @Override
  public void checkReachable(int peer, Tag tag) {
    inboxes[rank].checkReachable(peer, tag);
  }

  @Override
  public Message receive(int peer, Tag tag) {
    return inboxes[rank].take(peer, tag);
  }

  @Override
  public void listen(int stream, Listener listener) {
    inboxes[rank].listen(stream, listener);
  }

  @Override
  public Expectation expect(int peer) {
    return inboxes[rank].expect(peer);
  }

  @Override
  public Message lend(long bytes) {
    return pool.lend(0, bytes);
  }

  @Override
  public Traffic traffic() {
    return counters.traffic();
  }

  @Override
  public void countRound(Purpose purpose) {
    counters.round(purpose);
  }

  @Override
  public void fail(Throwable cause) {
    PeerException why = PeerException.origin(rank, cause);
    for (Inbox inbox : inboxes) {
      inbox.fail(why);
    }
  }

  @Override
  public void close() {
    if (inboxes[rank].fail(PeerException.closed(rank))) {
      for (int peer = 0; peer < inboxes.length; peer++) {
        if (peer != rank) {
          inboxes[peer].depart(rank);
        }
      }
    }
  }
}
