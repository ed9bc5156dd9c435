package dev.atoll.spark.table.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.graph.BadDataException;
import dev.atoll.spark.table.LinkShares;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The description of a graph's stored links.
 *
 * @param heldOut links that validate or test
 * @param training links that train, by the part that owns their heads
 */
public record LinkInfo(LinkShares shares, long heldOut, List<Long> training) {
  private static final String FILE = "links.json";

  /** The largest number of validation and test links, which the first worker holds. */
  static final int MOST_HELD_OUT = 1 << 24;

  static void requireFew(long heldOut) {
    if (heldOut > MOST_HELD_OUT) {
      throw new BadDataException(
          "%d links validate or test, which the first worker holds: expected at most %d; make link.validation and link.test smaller"
              .formatted(heldOut, MOST_HELD_OUT));
    }
  }

  /** The index of a part's first link among the links of all parts. */
  public long first(int part) {
    return part == 0
        ? 0
        : heldOut + training.subList(0, part).stream().mapToLong(Long::longValue).sum();
  }

  void store(SharedStorage storage) throws IOException {
    try {
      storage.put(new ObjectMapper().writeValueAsString(this), FILE);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The links of a stored graph; empty if its edges were not split into links. */
  public static Optional<LinkInfo> in(SharedStorage storage) throws IOException {
    return storage.has(FILE)
        ? Optional.of(new ObjectMapper().readValue(storage.text(FILE), LinkInfo.class))
        : Optional.empty();
  }
}
