package dev.atoll.comm;

import java.util.Optional;

/**
 * The ranks of a transport that share one process, or the files of one machine: data that one of
 * them offers under the number of a {@link Service} the others read in place, without a request.
 * The bytes of the request and its reply are still counted.
 */
public interface SharedProcess {
  /**
   * Whether an offer reaches all ranks. Otherwise it is seen by this rank alone, which makes for
   * itself, from files, what the others have.
   */
  boolean sharesMemory();

  /** Offers what a rank has; it must not change while ranks read it. */
  void offer(int rank, int service, Object offered);

  /** The offer of a rank; empty before {@link #offer}. */
  <T> Optional<T> of(int rank, int service, Class<T> type);

  /**
   * Counts a request to a peer and its reply, which were not sent.
   *
   * @param replyParts messages in which the reply would have come
   * @throws PeerException when the peer has left, or the run has failed
   */
  void count(Purpose purpose, int peer, long requestBytes, long replyBytes, int replyParts);
}
