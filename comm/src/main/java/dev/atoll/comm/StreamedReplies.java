package dev.atoll.comm;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The answers to a fan-out of requests, taken in chunks as they arrive, from whichever rank and in
 * any order: so answers are used while they still travel. Both ends know into how many chunks an
 * answer is divided. Used by one thread; closing it returns the memory of all chunks, or abandons
 * them. Chunks are handed to a {@link Taker} by the threads that receive them, or else to the
 * caller of {@link #await()}.
 *
 * <pre>{@code
 * try (StreamedReplies replies = requests.chunked(Purpose.FEATURES)) {
 *   replies.ask(1, ROWS, idsOf1, 3);
 *   replies.ask(2, ROWS, idsOf2, 1);
 *   for (List<Chunk> some = replies.await(); !some.isEmpty(); some = replies.await()) {
 *     some.forEach(chunk -> use(chunk.peer(), chunk.number(), chunk.payload()));
 *   }
 * }
 * }</pre>
 */
public final class StreamedReplies implements AutoCloseable {
  private final Requests requests;
  private final Transport transport;
  private final Purpose purpose;
  private final Taker taker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Chunk> arrived = new ArrayList<>();
  private final List<Chunk> taken = new ArrayList<>();
  private final ArrayDeque<OfPeer> missing = new ArrayDeque<>();
  private PeerException failure;
  private boolean counted;
  private boolean closed;

  /** Chunks that were handed to the taker; {@code beingTaken} of them have not returned yet. */
  private long given;

  private int beingTaken;

  /**
   * @param taker null where the caller takes the chunks
   */
  StreamedReplies(Requests requests, Transport transport, Purpose purpose, Taker taker) {
    this.requests = requests;
    this.transport = transport;
    this.purpose = purpose;
    this.taker = taker;
  }

  /** Uses the chunks of answers as they arrive. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Uses a chunk. Called by several threads of the transport at a time, one per peer: must never
     * wait. The memory is valid during the call, and there are no calls after {@link #close()}.
     */
    void take(int peer, int number, MemorySegment payload);
  }

  /**
   * A chunk of an answer; its memory is valid until it is closed.
   *
   * @param peer the rank that answered
   * @param number of the chunk in the answer, from 0
   */
  public record Chunk(int peer, int number, Message message) implements AutoCloseable {
    public MemorySegment payload() {
      return message.payload();
    }

    @Override
    public void close() {
      message.close();
    }
  }

  /** The missing chunks of one answer. */
  private final class OfPeer implements Requests.Receiver {
    private final int peer;
    private final String asked;
    private int chunks;

    OfPeer(int peer, String asked, int chunks) {
      this.peer = peer;
      this.asked = asked;
      this.chunks = chunks;
    }

    @Override
    public boolean take(int chunk, Message message) {
      if (taker == null) {
        return keep(chunk, message);
      }
      try (message) {
        if (begin()) {
          try {
            taker.take(peer, chunk, message.payload());
          } catch (RuntimeException | Error e) {
            fail(PeerException.origin(transport.rank(), e));
          } finally {
            end();
          }
        }
      }
      return received();
    }

    /** Keeps a chunk for the caller. */
    private boolean keep(int chunk, Message message) {
      lock.lock();
      try {
        if (closed) {
          message.close();
        } else {
          arrived.add(new Chunk(peer, chunk, message));
          changed.signal();
        }
        return received();
      } finally {
        lock.unlock();
      }
    }

    /** Counts a chunk; returns whether it was the last. */
    private boolean received() {
      lock.lock();
      try {
        chunks--;
        if (chunks == 0) {
          missing.remove(this);
          changed.signal();
        }
        return chunks == 0;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void fail(PeerException why) {
      lock.lock();
      try {
        failure =
            why.seenBy(transport.rank(), "waiting for %s from rank %d".formatted(asked, peer));
        changed.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean begin() {
    lock.lock();
    try {
      beingTaken += closed ? 0 : 1;
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      given++;
      beingTaken--;
      if (closed) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends a request; returns at once, unless too many bytes of requests are unanswered.
   *
   * @param chunks of the answer, 1 or more
   */
  public void ask(int peer, int service, MemorySegment request, int chunks) {
    if (!counted) {
      transport.countRound(purpose);
      counted = true;
    }
    var answer = new OfPeer(peer, Requests.asked(service, purpose), chunks);
    lock.lock();
    try {
      missing.add(answer);
    } finally {
      lock.unlock();
    }
    requests.ask(peer, service, purpose, request, answer);
  }

  /**
   * Waits for chunks that were not returned yet; empty when all were. With a taker, waits until it
   * has taken all chunks.
   *
   * @throws PeerException when a handler failed, a peer ended, or no chunk arrived in time
   */
  public List<Chunk> await() {
    List<Chunk> some = take();
    return some == null ? SchedulingContext.await(this::awaitHere) : some;
  }

  /**
   * The chunks that have arrived, empty when all were taken; null when the caller must wait for the
   * next.
   */
  private List<Chunk> take() {
    lock.lock();
    try {
      if (failure != null) {
        throw failure;
      }
      if (arrived.isEmpty() && !missing.isEmpty()) {
        return null;
      }
      List<Chunk> some = List.copyOf(arrived);
      taken.addAll(some);
      arrived.clear();
      return some;
    } finally {
      lock.unlock();
    }
  }

  private List<Chunk> awaitHere() {
    Duration deadline = transport.limits().deadline();
    List<Transport.Expectation> expected = expectMissing();
    try {
      awaitChange(deadline.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(transport.rank(), "rows from other ranks", e);
    } finally {
      expected.forEach(Transport.Expectation::close);
    }
    return takeInTime(deadline);
  }

  private List<Chunk> takeInTime(Duration deadline) {
    lock.lock();
    try {
      List<Chunk> some = take();
      if (some == null) {
        OfPeer late = missing.getFirst();
        throw PeerException.late(transport.rank(), late.peer, late.asked, deadline);
      }
      return some;
    } finally {
      lock.unlock();
    }
  }

  private void awaitChange(long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      long before = given;
      while (arrived.isEmpty() && !missing.isEmpty() && failure == null && left > 0) {
        left = changed.awaitNanos(left);
        if (given != before) { // the deadline is that of the next chunk
          before = given;
          left = nanos;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Registers the expectations outside the lock, as a transport takes its own locks. */
  private List<Transport.Expectation> expectMissing() {
    return missingPeers().stream().map(transport::expect).toList();
  }

  private List<Integer> missingPeers() {
    lock.lock();
    try {
      return missing.stream().map(answer -> answer.peer).toList();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      arrived.forEach(Chunk::close);
      arrived.clear();
      taken.forEach(Chunk::close); // no effect on chunks that are already closed
      taken.clear();
      while (beingTaken > 0) {
        changed.awaitUninterruptibly(); // a taker never waits
      }
    } finally {
      lock.unlock();
    }
  }
}
