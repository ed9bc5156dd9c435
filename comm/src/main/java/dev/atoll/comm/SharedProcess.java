package dev.atoll.comm;

import java.util.Optional;

/**
 * The ranks of a transport that share one process: what one of them offers under the number of a
 * {@link Service}, the others may read in place of asking for it. What a request and its reply
 * would have carried is counted all the same.
 */
public interface SharedProcess {
  /** Offers something to all ranks; it must not change while they read it. */
  void offer(int service, Object offered);

  /** The offer of a rank; empty before {@link #offer}. */
  <T> Optional<T> of(int rank, int service, Class<T> type);

  /**
   * Counts a request to a peer and its reply, which were not sent.
   *
   * @throws PeerException when the peer has left, or the run has failed
   */
  void count(Purpose purpose, int peer, long requestBytes, long replyBytes);
}
