package dev.atoll.comm.mail;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Tag;
import dev.atoll.comm.Transport.Expectation;
import dev.atoll.comm.Transport.Listener;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;

/** What has come to a rank: one mailbox per peer, and the failure that ends them all. */
public final class Inbox {
  private final int rank;
  private final Limits limits;
  private final Blame blame;
  private final Mailbox[] boxes;
  private final AtomicReference<PeerException> failure = new AtomicReference<>();

  /**
   * @param awaitedBy asks another rank whom it waits for; see {@link Blame}
   */
  public Inbox(int rank, int size, Limits limits, IntUnaryOperator awaitedBy) {
    this.rank = rank;
    this.limits = limits;
    this.blame = new Blame(rank, awaitedBy);
    boxes = new Mailbox[size];
    for (int peer = 0; peer < size; peer++) {
      boxes[peer] = new Mailbox(rank, peer, limits.bytesPerPeer());
    }
  }

  /** Refuses what is no other rank. */
  public void checkPeer(int peer) {
    if (peer < 0 || peer >= boxes.length || peer == rank) {
      throw new IllegalArgumentException(
          "peer "
              + peer
              + ": rank "
              + rank
              + " of "
              + boxes.length
              + " talks to the other ranks, from 0 to "
              + (boxes.length - 1));
    }
  }

  /** A message came from a peer. */
  public void put(int peer, Tag tag, Message message) {
    boxes[peer].put(tag, message);
  }

  /** Waits for the next message of a stream. */
  public Message take(int peer, Tag tag) {
    checkPeer(peer);
    PeerException why = failure.get();
    if (why != null) {
      throw why.seenBy(rank, "receiving " + tag + " from rank " + peer);
    }
    try {
      Message message = boxes[peer].take(tag, limits.deadline().toNanos());
      if (message == null) {
        throw late(peer, "a message on " + tag);
      }
      return message;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(rank, "a message on " + tag + " from rank " + peer, e);
    }
  }

  /** A wait that took too long; for its peers this rank is still waiting. */
  public PeerException late(int peer, String awaited) {
    try (Expectation _ = expect(peer)) {
      return blame.late(peer, awaited, limits.deadline());
    }
  }

  /** The first rank that somebody here waits for, or {@link Blame#NOBODY}. */
  public int awaited() {
    for (int peer = 0; peer < boxes.length; peer++) {
      if (boxes[peer].isAwaited()) {
        return peer;
      }
    }
    return Blame.NOBODY;
  }

  /** Waits until a message from the peer may be put; false when there was no room in time. */
  public boolean awaitRoom(int peer, Tag tag) throws InterruptedException {
    return boxes[peer].awaitRoom(tag, limits.deadline().toNanos());
  }

  /** True when a peer's mailbox is full; what was set by {@link #onRoom} runs once it is not. */
  public boolean pauseIfFull(int peer) {
    return boxes[peer].pauseIfFull();
  }

  public void onRoom(int peer, Runnable action) {
    boxes[peer].onRoom(action);
  }

  public void listen(int stream, Listener listener) {
    for (int peer = 0; peer < boxes.length; peer++) {
      if (peer != rank) {
        boxes[peer].listen(stream, listener);
      }
    }
  }

  /** Lets messages of a peer in while somebody waits for one that a listener will get. */
  public Expectation expect(int peer) {
    checkPeer(peer);
    boxes[peer].starve(1);
    return () -> boxes[peer].starve(-1);
  }

  /** A peer has left in good order: what it sent can still be taken. */
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

  /** Throws when the peer can be sent nothing any more. */
  public void checkReachable(int peer, Tag tag) {
    checkPeer(peer);
    PeerException why = failure.get();
    if (why == null) {
      why = boxes[peer].ending();
    }
    if (why != null) {
      throw why.seenBy(rank, "sending " + tag + " to rank " + peer);
    }
  }

  public boolean hasFailed() {
    return failure.get() != null;
  }
}
