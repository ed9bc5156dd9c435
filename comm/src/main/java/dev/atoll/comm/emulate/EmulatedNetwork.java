package dev.atoll.comm.emulate;

import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import dev.atoll.comm.mail.Counters;
import dev.atoll.comm.mail.ForwardingTransport;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Delays messages as a network of a given speed would: a message leaves when this rank's interface
 * has sent the messages before it and its own bits, and arrives a latency later. The transport
 * below must be faster than the emulated network.
 */
public final class EmulatedNetwork extends ForwardingTransport {
  private final Counters counters;
  private final Interface sharedInterface;
  private final IntPredicate onThisMachine;
  private final LongSupplier nanoTime;

  /** Senders by peer; null at the index of this rank. */
  private final DelayedSender[] senders;

  EmulatedNetwork(
      Transport inner, NetworkSpeed speed, IntPredicate onThisMachine, LongSupplier nanoTime) {
    super(inner);
    this.onThisMachine = onThisMachine;
    this.nanoTime = nanoTime;
    counters = new Counters(inner.size());
    sharedInterface = new Interface(speed, nanoTime);
    senders = new DelayedSender[inner.size()];
    for (int peer = 0; peer < senders.length; peer++) {
      if (peer != inner.rank()) {
        senders[peer] = new DelayedSender(inner, peer, nanoTime);
      }
    }
  }

  /** A transport of the same ranks, joined by a network of that speed. */
  public static Transport over(Transport transport, NetworkSpeed speed) {
    return over(transport, speed, _ -> false);
  }

  /**
   * A transport of the same ranks, some of which share a machine.
   *
   * @param onThisMachine whether a rank is on this machine, so that messages to it arrive without
   *     delay
   */
  public static Transport over(
      Transport transport, NetworkSpeed speed, IntPredicate onThisMachine) {
    return new EmulatedNetwork(transport, speed, onThisMachine, System::nanoTime);
  }

  /** The network interface of this rank. */
  private static final class Interface {
    private final NetworkSpeed speed;
    private final LongSupplier nanoTime;
    private long freeAtNanos;

    Interface(NetworkSpeed speed, LongSupplier nanoTime) {
      this.speed = speed;
      this.nanoTime = nanoTime;
      freeAtNanos = nanoTime.getAsLong();
    }

    /** Occupies the interface with a message; returns the time of arrival. */
    synchronized long arrivalNanos(long bytes) {
      freeAtNanos = Math.max(freeAtNanos, nanoTime.getAsLong()) + speed.sendingNanos(bytes);
      return freeAtNanos + speed.latencyNanos();
    }
  }

  @Override
  public void send(int peer, MessageTag tag, long label, MemorySegment payload) {
    Transport.checkSize(payload.byteSize());
    checkReachable(peer, tag);
    long bytes = payload.byteSize();
    counters.sent(tag.purpose(), peer, bytes);
    senders[peer].send(
        tag,
        label,
        payload,
        () ->
            onThisMachine.test(peer) ? nanoTime.getAsLong() : sharedInterface.arrivalNanos(bytes));
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
    inner.fail(cause);
    toPeers().forEach(DelayedSender::stop);
  }

  @Override
  public void close() {
    toPeers().forEach(DelayedSender::close);
    inner.close();
  }

  private List<DelayedSender> toPeers() {
    return IntStream.range(0, senders.length)
        .filter(peer -> peer != rank())
        .mapToObj(peer -> senders[peer])
        .toList();
  }
}
