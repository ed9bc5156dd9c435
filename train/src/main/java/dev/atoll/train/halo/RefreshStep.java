package dev.atoll.train.halo;

/** The exchange of one layer in one direction in one epoch, as a {@link RefreshRule} sees it. */
public interface RefreshStep {
  /** The value of a worker's last broadcast before its first one. */
  int NEVER = -1;

  /** The rank of this worker. */
  int rank();

  int workers();

  int epoch();

  Direction direction();

  /** The epoch of a worker's last broadcast in this layer and direction, or {@link #NEVER}. */
  int lastSent(int worker);

  /** Epochs since a worker's last broadcast; the largest possible age before its first one. */
  default int age(int worker) {
    return lastSent(worker) == NEVER ? Integer.MAX_VALUE : epoch() - lastSent(worker);
  }

  /** Gathers one number of every worker. All workers call it together. */
  long[] allGather(long value);

  /** Judges how far rows have moved. */
  @FunctionalInterface
  interface ChangeTest {
    /**
     * Whether rows have moved too far.
     *
     * @param change the Frobenius norm of their change since they were sent
     * @param norm that of the rows as they were sent
     */
    boolean isTooFar(double change, double norm);
  }

  /**
   * Whether this worker's rows have moved too far since they were sent, or were never sent. If so,
   * they count as sent now.
   */
  boolean movedSinceSent(ChangeTest test);

  /** Whether the rows that go to one peer have changed since they were last sent. */
  boolean movedSinceSent(int peer, ChangeTest test);

  /** The changes that a rule has noted in this layer and direction, saved in checkpoints. */
  ChangeMean changes();

  /** Whether any rows of this worker go to a peer. */
  boolean goesTo(int peer);
}
