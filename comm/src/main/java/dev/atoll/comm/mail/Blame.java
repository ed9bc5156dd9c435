package dev.atoll.comm.mail;

import dev.atoll.comm.PeerException;
import java.time.Duration;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;

/**
 * Finds the rank that keeps the others waiting: who waits too long for a rank asks whom that one
 * waits for, and so on, until one waits for nobody, does not answer, or the way leads back.
 */
public final class Blame {
  /** The answer of a rank that waits for nobody. */
  public static final int NOBODY = -1;

  /** In place of an answer that did not come. */
  public static final int SILENT = -2;

  private final int self;
  private final IntUnaryOperator awaitedBy;

  /**
   * @param awaitedBy the rank that a rank waits for, {@link #NOBODY} or {@link #SILENT}
   */
  public Blame(int self, IntUnaryOperator awaitedBy) {
    this.self = self;
    this.awaitedBy = awaitedBy;
  }

  /** The error for a wait that took too long. */
  PeerException late(int peer, String awaited, Duration waited) {
    BitSet asked = new BitSet();
    asked.set(self);
    int last = peer;
    StringBuilder way = new StringBuilder();
    for (int next = peer; next >= 0 && !asked.get(next); next = awaitedBy.applyAsInt(next)) {
      if (next != peer) {
        way.append("; rank ").append(last).append(" waits for rank ").append(next);
      }
      asked.set(next);
      last = next;
    }
    return PeerException.late(self, peer, awaited + way, waited, last);
  }
}
