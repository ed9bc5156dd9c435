package dev.atoll.comm.mail;

import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport.Listener;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
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
  private int slots;
  private boolean paused;
  private Runnable resume = () -> {};
  private Runnable disconnect = () -> {};
  private PeerException end;

  private static final class Queue {
    final ArrayDeque<Message> messages = new ArrayDeque<>();
    final ArrayDeque<ReceiveSlot> slots = new ArrayDeque<>();
    final Condition arrived;
    long placed;

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
      if (message instanceof ReceiveSlot slot) {
        complete(queue(tag), slot);
        return;
      }
      if (listener == null && end == null) {
        enqueue(queue(tag), message);
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

  private void enqueue(Queue queue, Message message) {
    for (ReceiveSlot slot : queue.slots) {
      if (!slot.filling) {
        slot.message = message;
        complete(queue, slot);
        return;
      }
    }
    queue.messages.add(message);
    held += message.payload().byteSize();
    queue.arrived.signal();
  }

  private void complete(Queue queue, ReceiveSlot slot) {
    queue.slots.remove(slot); // the first, as a rule
    queue.placed++;
    slots--;
    slot.done = true;
    leave(queue, slot);
  }

  private static void leave(Queue queue, ReceiveSlot slot) {
    slot.filling = false;
    if (slot.awaited) {
      queue.arrived.signalAll();
    }
  }

  /** Offers memory for the next message of a stream if it has not arrived yet. */
  ReceiveSlot offer(MessageTag tag, long label, MemorySegment into) {
    lock.lock();
    try {
      Queue queue = queue(tag);
      var slot = new ReceiveSlot(this, tag, label, into);
      queue.slots.add(slot);
      slots++;
      Message message = queue.messages.poll();
      if (message != null) {
        held -= message.payload().byteSize();
        slot.message = message;
        complete(queue, slot);
      }
      signalCapacity();
      return slot;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The memory offered for a message that begins to arrive, to be filled and put, or closed; null
   * if no memory was offered.
   */
  Message slot(MessageTag tag, long label, long bytes) {
    lock.lock();
    try {
      Queue queue = queues.get(tag);
      ReceiveSlot next = queue == null || end != null ? null : queue.slots.peek();
      if (next == null || !next.fits(label, bytes)) {
        return null;
      }
      next.filling = true;
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** The transport leaves memory that it has not filled. */
  void leave(ReceiveSlot slot) {
    lock.lock();
    try {
      leave(queue(slot.tag()), slot);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the message of a slot; false when neither it nor one before it came in time. */
  boolean await(ReceiveSlot slot, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Queue queue = queue(slot.tag());
      waiters++;
      try {
        slot.awaited = true;
        long placed = queue.placed;
        for (long left = nanos; !slot.done && left > 0; ) {
          if (end != null) {
            throw end.seenBy(self, "waiting for %s from rank %d".formatted(slot.tag(), peer));
          }
          signalCapacity();
          left = queue.arrived.awaitNanos(left);
          left = queue.placed == placed ? left : nanos;
          placed = queue.placed;
        }
      } finally {
        waiters--;
      }
      return slot.done;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a slot back; returns when no transport writes to it. */
  void takeBack(ReceiveSlot slot, long patienceNanos) {
    lock.lock();
    try {
      Queue queue = queue(slot.tag());
      if (!slot.done && queue.slots.remove(slot)) {
        slots--;
      }
      slot.awaited = true;
      if (slot.filling && !isLeft(queue, slot, patienceNanos)) {
        disconnect.run();
        while (slot.filling) {
          queue.arrived.awaitUninterruptibly();
        }
      }
      if (slot.message != null) {
        slot.message.close();
      }
    } finally {
      lock.unlock();
    }
  }

  private static boolean isLeft(Queue queue, ReceiveSlot slot, long nanos) {
    try {
      long left = nanos;
      while (slot.filling && left > 0) {
        left = queue.arrived.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !slot.filling;
  }

  /** Takes the next message of a stream; null if no message arrived in time. */
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

  /** Sets the action that makes a transport leave memory that it fills. */
  void onTakenBack(Runnable action) {
    lock.lock();
    try {
      disconnect = action;
    } finally {
      lock.unlock();
    }
  }

  /** Adds a listener, which first gets the messages that are here. */
  void listen(int stream, Listener listener) {
    PeerException ended;
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
      ended = end;
    } finally {
      lock.unlock();
    }
    if (ended != null) {
      listener.ended(peer, ended);
    }
  }

  private void hand(MessageTag tag, Queue queue, Listener listener) {
    for (Message message; (message = queue.messages.poll()) != null; ) {
      held -= message.payload().byteSize();
      listener.arrived(peer, tag, message);
    }
  }

  /**
   * Ends all waits; messages that have arrived can still be taken, unless they are discarded.
   * Listeners are called outside the lock, as they acquire locks under which other threads call
   * this mailbox.
   */
  void end(PeerException why, boolean discard) {
    List<Listener> told = List.of();
    lock.lock();
    try {
      if (discard) {
        discard();
      }
      if (end == null) {
        end = why;
        told = List.copyOf(listeners.values());
      }
      queues.values().forEach(queue -> queue.arrived.signalAll());
      signalCapacity();
    } finally {
      lock.unlock();
    }
    told.forEach(listener -> listener.ended(peer, why));
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
    return held < bound || waiters > 0 || slots > 0 || end != null;
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
