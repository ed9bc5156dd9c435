package dev.atoll.comm;

import java.time.Duration;
import java.util.Locale;

/**
 * A failure of the work with other ranks: its message, written for the user, names the rank where
 * it began, the awaited event, and a remedy.
 */
public final class PeerException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int rank;

  public PeerException(int rank, String message) {
    this(rank, message, null);
  }

  public PeerException(int rank, String message, Throwable cause) {
    super(message, cause);
    this.rank = rank;
  }

  /** The rank where the failure began, as far as is known. */
  public int rank() {
    return rank;
  }

  /** A wait that took too long. */
  public static PeerException late(int self, int peer, String awaited, Duration waited) {
    return late(self, peer, awaited, waited, peer);
  }

  /** A wait for a peer that took too long because of another rank, the culprit. */
  public static PeerException late(
      int self, int peer, String awaited, Duration waited, int culprit) {
    return new PeerException(
        culprit,
        String.format(
            Locale.ROOT,
            """
            rank %d waited %.1f s for rank %d: %s. Rank %d hangs or is much slower than the others: \
            see what it does, or raise the deadline\
            """,
            self,
            waited.toNanos() / 1e9,
            peer,
            awaited,
            culprit));
  }

  /** A connection on which nothing has come for a while, not even a sign of life. */
  public static PeerException silent(int self, int peer, Duration silence) {
    return new PeerException(
        peer,
        String.format(
            Locale.ROOT,
            """
            rank %d has had no sign of life from rank %d for %.1f s: rank %d is stopped, or its \
            machine or network hangs; see what it does, or raise the setting 'heartbeat'\
            """,
            self,
            peer,
            silence.toNanos() / 1e9,
            peer));
  }

  /** A connection that ended without a goodbye. */
  public static PeerException lost(int self, int peer, String how) {
    return new PeerException(
        peer,
        """
        rank %d lost its connection to rank %d (%s): \
        rank %d was killed, or the network failed; see its log\
        """
            .formatted(self, peer, how, peer));
  }

  /** A wait for, or a send to, a rank that has closed its transport without a failure. */
  public static PeerException gone(int self, int peer) {
    return new PeerException(
        peer, "rank %d has ended in good order while rank %d still needs it".formatted(peer, self));
  }

  /** Use of a transport that this rank has closed. */
  public static PeerException closed(int self) {
    return new PeerException(self, "rank %d has closed its transport".formatted(self));
  }

  /** A wait given up because its thread was interrupted. */
  public static PeerException interrupted(int self, String awaited, InterruptedException cause) {
    return new PeerException(self, "rank %d was interrupted: %s".formatted(self, awaited), cause);
  }

  /** The original failure: the innermost one of the causes, or a new one of this rank. */
  public static PeerException origin(int self, Throwable cause) {
    PeerException found = null;
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof PeerException e) {
        found = e;
      }
    }
    return found != null
        ? found
        : new PeerException(self, "rank %d failed: %s".formatted(self, describe(cause)), cause);
  }

  /**
   * A copy of this failure as seen by a thread of this rank, with a description of what the thread
   * was doing.
   */
  public PeerException seenBy(int self, String doing) {
    return new PeerException(
        rank, "%s (rank %d was %s)".formatted(getMessage(), self, doing), this);
  }

  private static String describe(Throwable cause) {
    String message = cause.getMessage();
    boolean speaks = message != null && !message.isBlank();
    String name = cause.getClass().getSimpleName();
    return speaks ? name + ": " + message : name;
  }
}
