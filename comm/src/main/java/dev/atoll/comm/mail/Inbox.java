package dev.atoll.comm.mail;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport.Expectation;
import dev.atoll.comm.Transport.Listener;
import dev.atoll.comm.Transport.Receiving;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;

/**
 * The messages that have arrived at a rank: one mailbox per peer, and the failure that ends all.
 */
public final class Inbox {
  /** A thread that never runs: memory it may not access is confined to another. */
  private static final Thread ANY_OTHER = Thread.ofPlatform().unstarted(() -> {});

  /** The time in which a message may still arrive after a collective has failed. */
  private static final long GIVEN_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int rank;
  private final Limits limits;
  private final WaitChain waitChain;
  private final Mailbox[] boxes;
  private final AtomicReference<PeerException> failure = new AtomicReference<>();

  /**
   * @param awaitedBy asks another rank which rank it waits for; see {@link WaitChain}
   */
  public Inbox(int rank, int size, Limits limits, IntUnaryOperator awaitedBy) {
    this.rank = rank;
    this.limits = limits;
    this.waitChain = new WaitChain(rank, awaitedBy);
    boxes = new Mailbox[size];
    for (int peer = 0; peer < size; peer++) {
      boxes[peer] = new Mailbox(rank, peer, limits.bytesPerPeer());
    }
  }

  /** Whether threads of a transport can read or write this memory. */
  public static boolean isOpenToAll(MemorySegment memory) {
    return memory.isNative() && memory.isAccessibleBy(ANY_OTHER);
  }

  /** Refuses a number that is not another rank. */
  public void checkPeer(int peer) {
    if (peer < 0 || peer >= boxes.length || peer == rank) {
      throw new IllegalArgumentException(
          "peer %d: rank %d of %d talks to the other ranks, from 0 to %d"
              .formatted(peer, rank, boxes.length, boxes.length - 1));
    }
  }

  /** Adds a message from a peer. */
  public void put(int peer, MessageTag tag, Message message) {
    boxes[peer].put(tag, message);
  }

  /** Waits for the next message of a stream. */
  public Message take(int peer, MessageTag tag) {
    checkPeer(peer);
    checkNotFailed(peer, tag);
    try {
      Message message = boxes[peer].take(tag, limits.deadline().toNanos());
      if (message == null) {
        throw late(peer, "a message on " + tag);
      }
      return message;
    } catch (InterruptedException e) {
      throw interrupted(peer, tag, e);
    }
  }

  private void checkNotFailed(int peer, MessageTag tag) {
    PeerException why = failure.get();
    if (why != null) {
      throw why.seenBy(rank, "receiving %s from rank %d".formatted(tag, peer));
    }
  }

  private PeerException interrupted(int peer, MessageTag tag, InterruptedException e) {
    Thread.currentThread().interrupt();
    return PeerException.interrupted(rank, "a message on %s from rank %d".formatted(tag, peer), e);
  }

  /**
   * Begins to receive the next message of a stream; see {@link
   * dev.atoll.comm.Transport#startReceive}.
   */
  public Receiving receive(int peer, MessageTag tag, long label, MemorySegment into) {
    checkPeer(peer);
    return new PlacedMessage(peer, boxes[peer].offer(tag, label, into));
  }

  /** The memory for a message that begins to arrive, to be filled and put, or closed; or null. */
  public Message slot(int peer, MessageTag tag, long label, long bytes) {
    return boxes[peer].slot(tag, label, bytes);
  }

  /** Sets the action that makes a transport leave memory for a message of the peer. */
  public void onTakenBack(int peer, Runnable action) {
    boxes[peer].onTakenBack(action);
  }

  private final class PlacedMessage implements Receiving {
    private final int peer;
    private final ReceiveSlot slot;

    PlacedMessage(int peer, ReceiveSlot slot) {
      this.peer = peer;
      this.slot = slot;
    }

    @Override
    public Message await() {
      MessageTag tag = slot.tag();
      checkNotFailed(peer, tag);
      try {
        if (!boxes[peer].await(slot, limits.deadline().toNanos())) {
          throw late(peer, "a message on " + tag);
        }
        return slot.message;
      } catch (InterruptedException e) {
        throw interrupted(peer, tag, e);
      }
    }

    @Override
    public void close() {
      boxes[peer].takeBack(slot, GIVEN_UP_NANOS);
    }
  }

  /** A wait that took too long; for its peers this rank is still waiting. */
  public PeerException late(int peer, String awaited) {
    try (Expectation _ = expect(peer)) {
      return waitChain.late(peer, awaited, limits.deadline());
    }
  }

  /** The first rank for which a thread of this rank waits, or {@link WaitChain#NOBODY}. */
  public int awaited() {
    for (int peer = 0; peer < boxes.length; peer++) {
      if (boxes[peer].isAwaited()) {
        return peer;
      }
    }
    return WaitChain.NOBODY;
  }

  /** Waits until there is capacity for a message from the peer; false after the deadline. */
  public boolean awaitCapacity(int peer, MessageTag tag) throws InterruptedException {
    return boxes[peer].awaitCapacity(tag, limits.deadline().toNanos());
  }

  /** True when a peer's mailbox is full; the action of {@link #onCapacity} runs once it is not. */
  public boolean pauseIfFull(int peer) {
    return boxes[peer].pauseIfFull();
  }

  public void onCapacity(int peer, Runnable action) {
    boxes[peer].onCapacity(action);
  }

  public void listen(int stream, Listener listener) {
    for (int peer = 0; peer < boxes.length; peer++) {
      if (peer != rank) {
        boxes[peer].listen(stream, listener);
      }
    }
  }

  /** Lets messages of a peer in while a thread waits for one that a listener will get. */
  public Expectation expect(int peer) {
    checkPeer(peer);
    boxes[peer].addWaiters(1);
    return () -> boxes[peer].addWaiters(-1);
  }

  /** A peer has closed without a failure: the messages it sent can still be taken. */
  public void depart(int peer) {
    boxes[peer].end(PeerException.gone(rank, peer), false);
  }

  /** Ends everything; only the first failure counts. True when this was the first. */
  public boolean fail(PeerException why) {
    if (!failure.compareAndSet(null, why)) {
      return false;
    }
    for (Mailbox box : boxes) {
      box.end(why, true);
    }
    return true;
  }

  /** Throws when nothing can be sent to the peer any more. */
  public void checkReachable(int peer, MessageTag tag) {
    checkPeer(peer);
    PeerException why = failure.get();
    if (why == null) {
      why = boxes[peer].ending();
    }
    if (why != null) {
      throw why.seenBy(rank, "sending %s to rank %d".formatted(tag, peer));
    }
  }

  public boolean hasFailed() {
    return failure.get() != null;
  }
}
