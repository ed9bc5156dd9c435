package dev.atoll.comm.mail;

import dev.atoll.comm.PeerException;
import java.time.Duration;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;

/**
 * Finds the rank that keeps the others waiting. A rank whose wait exceeds its deadline asks the
 * awaited rank for which rank it waits, and so on, until a rank waits for none, does not answer, or
 * the chain is a cycle.
 */
public final class WaitChain {
  /** The answer of a rank that waits for no other. */
  public static final int NOBODY = -1;

  /** Marks an answer that did not arrive. */
  public static final int SILENT = -2;

  private final int self;
  private final IntUnaryOperator awaitedBy;

  /**
   * @param awaitedBy maps a rank to the rank it waits for, {@link #NOBODY} or {@link #SILENT}
   */
  public WaitChain(int self, IntUnaryOperator awaitedBy) {
    this.self = self;
    this.awaitedBy = awaitedBy;
  }

  /** The error for a wait that took too long. */
  PeerException late(int peer, String awaited, Duration waited) {
    BitSet asked = new BitSet();
    asked.set(self);
    int last = peer;
    StringBuilder chain = new StringBuilder();
    for (int next = peer; next >= 0 && !asked.get(next); next = awaitedBy.applyAsInt(next)) {
      if (next != peer) {
        chain.append("; rank ").append(last).append(" waits for rank ").append(next);
      }
      asked.set(next);
      last = next;
    }
    return PeerException.late(self, peer, awaited + chain, waited, last);
  }
}
