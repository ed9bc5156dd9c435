package dev.atoll.comm.emulate;

import dev.atoll.comm.Credit;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Sends messages to one peer asynchronously, each not before its time. */
final class DelayedSender {
  private static final DelayedMessage LAST = new DelayedMessage(null, 0, null, 0);

  private final Transport inner;
  private final int peer;
  private final LongSupplier nanoTime;
  private final Credit underWay;
  private final BlockingQueue<DelayedMessage> queue = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile PeerException end;

  private record DelayedMessage(MessageTag tag, long label, Message copy, long dueNanos) {
    boolean isLast() {
      return copy == null;
    }
  }

  DelayedSender(Transport inner, int peer, LongSupplier nanoTime) {
    this.inner = inner;
    this.peer = peer;
    this.nanoTime = nanoTime;
    underWay = new Credit(inner.limits().bytesPerPeer());
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("network-" + inner.rank() + "-" + peer)
            .start(this::sendAll);
  }

  /** Sends a copy of the payload; waits while too many bytes are in flight. */
  void send(MessageTag tag, long label, MemorySegment payload, LongSupplier dueNanos) {
    Limits limits = inner.limits();
    try {
      if (!underWay.take(payload.byteSize(), limits.deadline().toNanos())) {
        throw PeerException.late(
            inner.rank(), peer, "capacity for a message on " + tag, limits.deadline());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(inner.rank(), sending(tag), e);
    }
    if (end != null) {
      throw end.seenBy(inner.rank(), sending(tag));
    }
    Message copy = inner.allocate(payload.byteSize());
    copy.payload().copyFrom(payload);
    synchronized (queue) { // so that the times ascend along the queue
      queue.add(new DelayedMessage(tag, label, copy, dueNanos.getAsLong()));
    }
  }

  private String sending(MessageTag tag) {
    return "sending %s to rank %d".formatted(tag, peer);
  }

  private void sendAll() {
    try {
      for (DelayedMessage next = queue.take(); !next.isLast(); next = queue.take()) {
        sendWhenDue(next);
      }
    } catch (PeerException e) {
      end = e;
    } catch (InterruptedException stopped) {
      end = PeerException.interrupted(inner.rank(), "the emulated network", stopped);
    }
    underWay.open();
  }

  private void sendWhenDue(DelayedMessage message) throws InterruptedException {
    try (Message copy = message.copy()) {
      for (long left; (left = message.dueNanos() - nanoTime.getAsLong()) > 0; ) {
        LockSupport.parkNanos(left);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      inner.send(peer, message.tag(), message.label(), copy.payload());
      underWay.release(copy.payload().byteSize());
    }
  }

  /** Drops the messages in flight. */
  void stop() {
    thread.interrupt();
  }

  /** Delivers the messages in flight, then ends. */
  void close() {
    queue.add(LAST);
    try {
      thread.join(inner.limits().deadline());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
