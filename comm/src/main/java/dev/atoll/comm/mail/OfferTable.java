package dev.atoll.comm.mail;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The offers of {@link dev.atoll.comm.SharedProcess}, by rank and service. */
public final class OfferTable {
  private final Map<Key, Object> offered = new ConcurrentHashMap<>();

  private record Key(int rank, int service) {}

  /** An empty table. */
  public OfferTable() {}

  public void put(int rank, int service, Object offer) {
    offered.put(new Key(rank, service), offer);
  }

  public <T> Optional<T> find(int rank, int service, Class<T> type) {
    return Optional.ofNullable(offered.get(new Key(rank, service))).map(type::cast);
  }
}
