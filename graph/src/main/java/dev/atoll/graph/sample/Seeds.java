package dev.atoll.graph.sample;

import dev.atoll.graph.memory.HashIds;
import dev.atoll.graph.memory.RawMemory;

/** The seeds of a batch: makes them its first nodes and checks them. */
public final class Seeds {
  private Seeds() {}

  /** Numbers seeds by a hash map and makes them the first nodes of a batch. */
  public static void list(
      long[] seeds, int from, int to, int nodeCount, HashIds ids, SampledBatch into) {
    checkCount(to - from, nodeCount);
    long nodes = into.reserveNodes(0, to - from);
    ids.begin(to - from);
    for (int i = from; i < to; i++) {
      check(seeds[i], nodeCount);
      int place = ids.placeOf(seeds[i]);
      if (place != i - from) {
        throw repeated(seeds[i], from + place, i);
      }
      RawMemory.setInt(nodes, place, (int) seeds[i]);
    }
    into.begin(to - from);
  }

  static void checkCount(int count, int nodeCount) {
    if (count > nodeCount) {
      throw new IllegalArgumentException(
          "%d seeds in a batch, but the graph has %d nodes: expected every node at most once"
              .formatted(count, nodeCount));
    }
  }

  public static void check(long seed, int nodeCount) {
    if (seed < 0 || seed >= nodeCount) {
      throw new IllegalArgumentException(
          "seed %d: expected a node from 0 to %d".formatted(seed, nodeCount - 1));
    }
  }

  static IllegalArgumentException repeated(long seed, int first, int second) {
    return new IllegalArgumentException(
        "seed %d is at positions %d and %d: expected every seed once"
            .formatted(seed, first, second));
  }
}
