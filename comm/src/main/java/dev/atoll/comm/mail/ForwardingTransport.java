package dev.atoll.comm.mail;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Transport;
import java.lang.foreign.MemorySegment;

/** A transport that receives through another transport; subclasses implement sending. */
public abstract class ForwardingTransport implements Transport {
  protected final Transport inner;

  protected ForwardingTransport(Transport inner) {
    this.inner = inner;
  }

  @Override
  public final int rank() {
    return inner.rank();
  }

  @Override
  public final int size() {
    return inner.size();
  }

  @Override
  public final Limits limits() {
    return inner.limits();
  }

  @Override
  public final void checkReachable(int peer, MessageTag tag) {
    inner.checkReachable(peer, tag);
  }

  @Override
  public final Message receive(int peer, MessageTag tag) {
    return inner.receive(peer, tag);
  }

  @Override
  public final Receiving startReceive(int peer, MessageTag tag, long label, MemorySegment into) {
    return inner.startReceive(peer, tag, label, into);
  }

  @Override
  public final void listen(int stream, Listener listener) {
    inner.listen(stream, listener);
  }

  @Override
  public final Expectation expect(int peer) {
    return inner.expect(peer);
  }

  @Override
  public final Message allocate(long bytes) {
    return inner.allocate(bytes);
  }
}
