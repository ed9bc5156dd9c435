package dev.atoll.comm.mail;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import java.lang.foreign.MemorySegment;

/**
 * The receiving half of a transport, and its counters: messages arrive in an {@link Inbox} and are
 * stored in a {@link MemoryPool}. Subclasses send, fail and close.
 */
public abstract class InboxTransport implements Transport {
  protected final Inbox inbox;
  protected final MemoryPool pool;
  protected final Counters counters;
  private final int rank;
  private final int size;
  private final Limits limits;

  protected InboxTransport(int rank, int size, Limits limits, Inbox inbox, MemoryPool pool) {
    this.rank = rank;
    this.size = size;
    this.limits = limits;
    this.inbox = inbox;
    this.pool = pool;
    counters = new Counters(size);
  }

  @Override
  public final int rank() {
    return rank;
  }

  @Override
  public final int size() {
    return size;
  }

  @Override
  public final Limits limits() {
    return limits;
  }

  @Override
  public final void checkReachable(int peer, MessageTag tag) {
    inbox.checkReachable(peer, tag);
  }

  @Override
  public final Message receive(int peer, MessageTag tag) {
    return inbox.take(peer, tag);
  }

  @Override
  public final Receiving startReceive(int peer, MessageTag tag, long label, MemorySegment into) {
    return inbox.receive(peer, tag, label, into);
  }

  @Override
  public final void listen(int stream, Listener listener) {
    inbox.listen(stream, listener);
  }

  @Override
  public final Expectation expect(int peer) {
    return inbox.expect(peer);
  }

  @Override
  public final Message allocate(long bytes) {
    return pool.allocate(0, bytes);
  }

  @Override
  public final Traffic traffic() {
    return counters.traffic();
  }

  @Override
  public final void countRound(Purpose purpose) {
    counters.round(purpose);
  }
}
