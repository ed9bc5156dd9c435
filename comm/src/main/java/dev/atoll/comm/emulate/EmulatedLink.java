package dev.atoll.comm.emulate;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Tag;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import dev.atoll.comm.mail.Counters;
import java.lang.foreign.MemorySegment;

/**
 * Delays what is sent as a network of a given speed would: a message leaves when this rank's
 * interface is done with those before it and with its own bits, and arrives a latency later. The
 * transport below must be faster than the network that is emulated.
 */
public final class EmulatedLink implements Transport {
  private final Transport inner;
  private final Counters counters;
  private final Interface sharedInterface;
  private final Courier[] couriers;

  private EmulatedLink(Transport inner, LinkSpeed speed) {
    this.inner = inner;
    counters = new Counters(inner.size());
    sharedInterface = new Interface(speed);
    couriers = new Courier[inner.size()];
    for (int peer = 0; peer < couriers.length; peer++) {
      if (peer != inner.rank()) {
        couriers[peer] = new Courier(inner, peer);
      }
    }
  }

  /** The same ranks, further apart. */
  public static Transport over(Transport transport, LinkSpeed speed) {
    return new EmulatedLink(transport, speed);
  }

  /** When this rank's interface is free again. */
  private static final class Interface {
    private final LinkSpeed speed;
    private long freeAt = System.nanoTime();

    Interface(LinkSpeed speed) {
      this.speed = speed;
    }

    /** Takes the interface for a message; returns when that arrives. */
    synchronized long arrival(long bytes) {
      freeAt = Math.max(freeAt, System.nanoTime()) + speed.sendingNanos(bytes);
      return freeAt + speed.latencyNanos();
    }
  }

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public int size() {
    return inner.size();
  }

  @Override
  public Limits limits() {
    return inner.limits();
  }

  @Override
  public void send(int peer, Tag tag, long label, MemorySegment payload) {
    Transport.checkSize(payload);
    checkReachable(peer, tag);
    long bytes = payload.byteSize();
    counters.sent(tag.purpose(), peer, bytes);
    couriers[peer].send(tag, label, payload, () -> sharedInterface.arrival(bytes));
  }

  @Override
  public void checkReachable(int peer, Tag tag) {
    inner.checkReachable(peer, tag);
  }

  @Override
  public Message receive(int peer, Tag tag) {
    return inner.receive(peer, tag);
  }

  @Override
  public void listen(int stream, Listener listener) {
    inner.listen(stream, listener);
  }

  @Override
  public Expectation expect(int peer) {
    return inner.expect(peer);
  }

  @Override
  public Message lend(long bytes) {
    return inner.lend(bytes);
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
    for (Courier courier : couriers) {
      if (courier != null) {
        courier.stop();
      }
    }
  }

  @Override
  public void close() {
    for (Courier courier : couriers) {
      if (courier != null) {
        courier.close();
      }
    }
    inner.close();
  }
}
