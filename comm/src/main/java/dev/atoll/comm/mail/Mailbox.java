package dev.atoll.comm.mail;

import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport.Listener;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The messages that have arrived from one peer and are not taken yet.
 *
 * <p>There is capacity while less than the bound is held, or while a thread waits for a message
 * that has not arrived: it may be behind the messages that fill the mailbox, and tags must not wait
 * for each other.
 */
final class Mailbox {
  private final int self;
  private final int peer;
  private final long bound;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition capacityFreed = lock.newCondition();
  private final Map<MessageTag, Queue> queues = new HashMap<>();
  private final Map<Integer, Listener> listeners = new HashMap<>();
  private long held;
  private int waiters;
  private boolean paused;
  private Runnable resume = () -> {};
  private PeerException end;

  private static final class Queue {
    final ArrayDeque<Message> messages = new ArrayDeque<>();
    final Condition arrived;

    Queue(Condition arrived) {
      this.arrived = arrived;
    }
  }

  Mailbox(int self, int peer, long bound) {
    this.self = self;
    this.peer = peer;
    this.bound = bound;
  }

  void put(MessageTag tag, Message message) {
    Listener listener;
    lock.lock();
    try {
      listener = listeners.get(tag.stream());
      if (listener == null && end == null) {
        Queue queue = queue(tag);
        queue.messages.add(message);
        held += message.payload().byteSize();
        queue.arrived.signal();
        return;
      }
    } finally {
      lock.unlock();
    }
    if (listener != null) {
      listener.arrived(peer, tag, message);
    } else {
      message.close();
    }
  }

  /** The next message of a stream, or null when none came in time. */
  Message take(MessageTag tag, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Queue queue = queue(tag);
      Message message = queue.messages.poll();
      if (message == null) {
        message = await(tag, queue, nanos);
      }
      if (message != null) {
        held -= message.payload().byteSize();
        signalCapacity();
      }
      return message;
    } finally {
      lock.unlock();
    }
  }

  private Message await(MessageTag tag, Queue queue, long nanos) throws InterruptedException {
    waiters++;
    try {
      signalCapacity();
      long left = nanos;
      while (queue.messages.isEmpty() && left > 0) {
        if (end != null) {
          throw end.seenBy(self, "waiting for %s from rank %d".formatted(tag, peer));
        }
        left = queue.arrived.awaitNanos(left);
      }
      return queue.messages.poll();
    } finally {
      waiters--;
    }
  }

  /** Counts threads that wait for a message which a listener will get. */
  void addWaiters(int change) {
    lock.lock();
    try {
      waiters += change;
      signalCapacity();
    } finally {
      lock.unlock();
    }
  }

  /** Whether a thread waits for a message from this peer. */
  boolean isAwaited() {
    lock.lock();
    try {
      return waiters > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is capacity; false after the deadline. Listeners always have capacity. */
  boolean awaitCapacity(MessageTag tag, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (!hasCapacity() && !listeners.containsKey(tag.stream())) {
        if (left <= 0) {
          return false;
        }
        left = capacityFreed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** True when there is no capacity; the action of {@link #onCapacity} runs once there is. */
  boolean pauseIfFull() {
    lock.lock();
    try {
      paused = !hasCapacity();
      return paused;
    } finally {
      lock.unlock();
    }
  }

  void onCapacity(Runnable action) {
    lock.lock();
    try {
      resume = action;
    } finally {
      lock.unlock();
    }
  }

  void listen(int stream, Listener listener) {
    lock.lock();
    try {
      if (listeners.putIfAbsent(stream, listener) != null) {
        throw new IllegalStateException("stream %d has a listener already".formatted(stream));
      }
      queues.forEach(
          (tag, queue) -> {
            if (tag.stream() == stream) {
              hand(tag, queue, listener);
            }
          });
      signalCapacity();
      capacityFreed.signalAll();
      if (end != null) {
        listener.ended(peer, end);
      }
    } finally {
      lock.unlock();
    }
  }

  private void hand(MessageTag tag, Queue queue, Listener listener) {
    for (Message message; (message = queue.messages.poll()) != null; ) {
      held -= message.payload().byteSize();
      listener.arrived(peer, tag, message);
    }
  }

  /** Ends all waits; messages that are here can still be taken, unless they are discarded. */
  void end(PeerException why, boolean discard) {
    lock.lock();
    try {
      if (discard) {
        discard();
      }
      if (end == null) {
        end = why;
        listeners.values().forEach(l -> l.ended(peer, why));
      }
      queues.values().forEach(queue -> queue.arrived.signalAll());
      signalCapacity();
    } finally {
      lock.unlock();
    }
  }

  private void discard() {
    for (Queue queue : queues.values()) {
      queue.messages.forEach(Message::close);
      queue.messages.clear();
    }
    held = 0;
  }

  PeerException ending() {
    lock.lock();
    try {
      return end;
    } finally {
      lock.unlock();
    }
  }

  private boolean hasCapacity() {
    return held < bound || waiters > 0 || end != null;
  }

  private void signalCapacity() {
    if (hasCapacity()) {
      capacityFreed.signalAll();
      if (paused) {
        paused = false;
        resume.run();
      }
    }
  }

  private Queue queue(MessageTag tag) {
    Queue queue = queues.get(tag);
    if (queue == null) {
      queue = new Queue(lock.newCondition());
      queues.put(tag, queue);
    }
    return queue;
  }
}
