package dev.atoll.comm.mail;

import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** A transport that sends and receives through another one; its ranks share no memory. */
public class PassThroughTransport extends ForwardingTransport {
  /** The ranks of a transport; closing this closes it. */
  public PassThroughTransport(Transport inner) {
    super(inner);
  }

  @Override
  public final void send(int peer, MessageTag tag, long label, MemorySegment payload) {
    inner.send(peer, tag, label, payload);
  }

  @Override
  public final Sending startSend(int peer, MessageTag tag, long label, MemorySegment payload) {
    return inner.startSend(peer, tag, label, payload);
  }

  @Override
  public final Sending sendAndRelease(int peer, MessageTag tag, long label, Message message) {
    return inner.sendAndRelease(peer, tag, label, message);
  }

  @Override
  public final Sending sendFilled(
      int peer, MessageTag tag, long label, long bytes, Consumer<MemorySegment> fill) {
    return inner.sendFilled(peer, tag, label, bytes, fill);
  }

  @Override
  public final int threadsEachWay() {
    return inner.threadsEachWay();
  }

  @Override
  public Traffic traffic() {
    return inner.traffic();
  }

  @Override
  public final void countRound(Purpose purpose) {
    inner.countRound(purpose);
  }

  @Override
  public final void fail(Throwable cause) {
    inner.fail(cause);
  }

  @Override
  public final void close() {
    inner.close();
  }
}
