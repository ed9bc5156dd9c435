package dev.atoll.comm;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ranks of a transport that share one process, or the files of one machine: data that one of
 * them offers under the number of a {@link Service} the others read in place, without a request.
 * The bytes of the request and its reply are still counted.
 */
public interface SharedProcess {
  /** Offers by rank and service. */
  final class OfferTable {
    private final Map<Key, Object> offered = new ConcurrentHashMap<>();

    private record Key(int rank, int service) {}

    /** An empty table. */
    public OfferTable() {}
  }

  /**
   * Whether an offer reaches all ranks. Otherwise only this rank sees it, and it reads the data of
   * other ranks from files.
   */
  boolean sharesMemory();

  /** The offers that this rank sees. */
  OfferTable offers();

  /** Offers data of a rank, which must not change while ranks read it. */
  default void offer(int rank, int service, Object offered) {
    offers().offered.put(new OfferTable.Key(rank, service), offered);
  }

  /** The offer of a rank; empty before {@link #offer}. */
  default <T> Optional<T> of(int rank, int service, Class<T> type) {
    Object found = offers().offered.get(new OfferTable.Key(rank, service));
    return Optional.ofNullable(found).map(type::cast);
  }

  /**
   * Counts a request to a peer and its reply, which were not sent.
   *
   * @param replyParts messages in which the reply would have come
   * @throws PeerException when the peer has left, or the run has failed
   */
  void count(Purpose purpose, int peer, long requestBytes, long replyBytes, int replyParts);
}
