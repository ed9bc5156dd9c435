package dev.atoll.comm.emulate;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Tag;
import dev.atoll.comm.Transport;
import dev.atoll.comm.flow.Credit;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Carries messages to one peer, each not before it is due. */
final class Courier {
  private static final Parcel LAST = new Parcel(null, 0, null, 0);

  private final Transport inner;
  private final int peer;
  private final Credit underWay;
  private final BlockingQueue<Parcel> parcels = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile PeerException end;

  private record Parcel(Tag tag, long label, Message copy, long due) {
    boolean isLast() {
      return copy == null;
    }
  }

  Courier(Transport inner, int peer) {
    this.inner = inner;
    this.peer = peer;
    underWay = new Credit(inner.limits().bytesPerPeer());
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("link-" + inner.rank() + "-" + peer)
            .start(this::carryAll);
  }

  /** Takes a copy of the payload; waits while too much is under way. */
  void send(Tag tag, long label, MemorySegment payload, LongSupplier due) {
    Limits limits = inner.limits();
    try {
      if (!underWay.take(payload.byteSize(), limits.deadline().toNanos())) {
        throw PeerException.late(
            inner.rank(), peer, "room for a message on " + tag, limits.deadline());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(inner.rank(), "sending " + tag + " to rank " + peer, e);
    }
    if (end != null) {
      throw end.seenBy(inner.rank(), "sending " + tag + " to rank " + peer);
    }
    Message copy = inner.lend(payload.byteSize());
    copy.payload().copyFrom(payload);
    synchronized (parcels) { // so that the order of times is that of the queue
      parcels.add(new Parcel(tag, label, copy, due.getAsLong()));
    }
  }

  private void carryAll() {
    try {
      for (Parcel parcel = parcels.take(); !parcel.isLast(); parcel = parcels.take()) {
        carry(parcel);
      }
    } catch (PeerException e) {
      end = e;
    } catch (InterruptedException stopped) {
      end = PeerException.interrupted(inner.rank(), "the emulated link", stopped);
    }
    underWay.open();
  }

  private void carry(Parcel parcel) throws InterruptedException {
    try (Message copy = parcel.copy()) {
      for (long left; (left = parcel.due() - System.nanoTime()) > 0; ) {
        LockSupport.parkNanos(left);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      inner.send(peer, parcel.tag(), parcel.label(), copy.payload());
      underWay.giveBack(copy.payload().byteSize());
    }
  }

  /** Drops what is under way. */
  void stop() {
    thread.interrupt();
  }

  /** Delivers what is under way, then ends. */
  void close() {
    parcels.add(LAST);
    try {
      thread.join(inner.limits().deadline());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
