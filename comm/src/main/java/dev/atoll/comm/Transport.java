package dev.atoll.comm;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Carries bytes between the ranks of a run. All methods may be called by many threads.
 *
 * <p><b>Order.</b> Messages between two ranks with the same {@link MessageTag} arrive in the order
 * they were sent; messages with different tags are independent.
 *
 * <p><b>Capacity.</b> The bytes that have arrived from a peer and are not received yet are bounded
 * by {@link Limits#bytesPerPeer()}: below the bound a message of any size is accepted, above it the
 * sender waits, unless a receiver waits for a later message. Hence a rank may send one message to
 * every peer before it receives, but not an unlimited number.
 *
 * <p><b>Deadlines.</b> Every wait ends after {@link Limits#deadline()} with a {@link
 * PeerException}.
 *
 * <p><b>Failure.</b> Ranks fail together. When a rank calls {@link #fail}, dies, or its connection
 * breaks, the waits of all others end at once with a {@link PeerException} that names the rank
 * where it began, and nothing can be sent or received any more. A rank that closed without a
 * failure ends only the waits for itself; its messages can still be received.
 */
public interface Transport extends AutoCloseable {
  /** The largest payload of one message. */
  long MAX_MESSAGE_BYTES = 1L << 30;

  /** The number of this rank, from 0. */
  int rank();

  /** The number of ranks. */
  int size();

  Limits limits();

  /** Sends a message without a label. */
  default void send(int peer, MessageTag tag, MemorySegment payload) {
    send(peer, tag, 0, payload);
  }

  /**
   * Sends a message to another rank. The payload may be reused on return; it may be heap or
   * off-heap memory of any arena.
   */
  void send(int peer, MessageTag tag, long label, MemorySegment payload);

  /**
   * Begins to send a message to another rank. The payload must not change before {@link
   * Sending#await()} or {@link Sending#close()} returns.
   */
  default Sending startSend(int peer, MessageTag tag, long label, MemorySegment payload) {
    send(peer, tag, label, payload);
    return Sending.DONE;
  }

  /**
   * Sends a message that was {@linkplain #allocate allocated}, and releases its memory whether or
   * not that succeeds; ranks of one process pass it on without a copy.
   *
   * @return need not be awaited
   */
  default Sending sendAndRelease(int peer, MessageTag tag, long label, Message message) {
    try (message) {
      send(peer, tag, label, message.payload());
    }
    return Sending.DONE;
  }

  /**
   * Sends a message that is filled when it is written, by the thread that writes it, if there is
   * one: so its bytes go from the caches of one core to the system. Memory that is read must not
   * change before {@link Sending#await()} returns.
   *
   * @param fill fills memory of that size, of any content; never waits. The run ends if it fails in
   *     the thread that writes.
   */
  default Sending sendFilled(
      int peer, MessageTag tag, long label, long bytes, Consumer<MemorySegment> fill) {
    return sendAndRelease(peer, tag, label, filled(bytes, fill));
  }

  /** Allocates a message and fills it. */
  default Message filled(long bytes, Consumer<MemorySegment> fill) {
    Message message = allocate(bytes);
    try {
      fill.accept(message.payload());
      return message;
    } catch (RuntimeException | Error e) {
      message.close();
      throw e;
    }
  }

  /**
   * The number of threads that call listeners at a time, each with messages of other peers, while
   * as many others write; 0 where work of theirs would keep messages of others waiting.
   */
  default int threadsEachWay() {
    return 0;
  }

  /** Throws when the peer is not a rank, has left, or the run has failed. */
  void checkReachable(int peer, MessageTag tag);

  /** Waits for the next message of a stream; the caller closes it. */
  Message receive(int peer, MessageTag tag);

  /**
   * Begins to receive the next message of a stream, into the given memory if its label and size are
   * the expected ones. The memory must not be accessed before {@link Receiving#await()} or {@link
   * Receiving#close()} returns. Messages of a stream are received in the order of the calls.
   */
  Receiving startReceive(int peer, MessageTag tag, long label, MemorySegment into);

  /**
   * Hands every message of a stream, of all peers and purposes, to a listener instead of queueing
   * it, beginning with messages that wait already. One listener per stream.
   */
  void listen(int stream, Listener listener);

  /**
   * Declares that a thread waits for a message that a listener will get from a peer, until it is
   * closed: messages of the peer are accepted beyond the bound, for it may be behind them.
   */
  Expectation expect(int peer);

  /** Allocates memory to build a message in. */
  Message allocate(long bytes);

  /**
   * The ranks of one process or machine that read each other's data in place; empty without any.
   */
  default Optional<SharedProcess> sharedProcess() {
    return Optional.empty();
  }

  /** The traffic that this rank has sent so far. */
  Traffic traffic();

  /** Counts one round: requests to some peers, in parallel, and their replies. */
  void countRound(Purpose purpose);

  /**
   * Sends every peer the reason why this rank ends, and ends all waits everywhere. Only the first
   * call counts; {@link #close()} is still due.
   */
  void fail(Throwable cause);

  /** Delivers all messages sent, then ends without a failure. */
  @Override
  void close();

  /** Refuses a payload that no message can carry. */
  static void checkSize(long bytes) {
    if (bytes > MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "a message carries at most %d bytes, not %d: send it in chunks"
              .formatted(MAX_MESSAGE_BYTES, bytes));
    }
  }

  /** A message that is being sent from the caller's memory. */
  interface Sending extends AutoCloseable {
    /** A message whose payload may be reused. */
    Sending DONE =
        new Sending() {
          @Override
          public void await() {}

          @Override
          public void close() {}
        };

    /** Waits until the payload may be reused. */
    void await();

    /**
     * Ends the message after a failure, which ends the run: a message that cannot be sent soon is
     * abandoned, and the connection with it.
     */
    @Override
    void close();
  }

  /** A message that is being received into the caller's memory. */
  interface Receiving extends AutoCloseable {
    /**
     * Waits for the message.
     *
     * @return null if its payload is in place; otherwise the message, of any label and size, which
     *     the caller closes
     */
    Message await();

    /**
     * Ends the receiving after a failure, which ends the run: a message that does not arrive soon
     * is given up, and the connection with it.
     */
    @Override
    void close();
  }

  /** The wait of a thread; closed when it ends. */
  interface Expectation extends AutoCloseable {
    @Override
    void close();
  }

  /** Receives messages as they arrive. */
  interface Listener {
    /** Receives a message. Called by a transport's own thread: must be quick and never wait. */
    void arrived(int peer, MessageTag tag, Message message);

    /** Notifies that no further message will arrive from this peer. */
    void ended(int peer, PeerException why);
  }
}
