package dev.atoll.train.halo;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** A lane per layer and direction, and how they go into a checkpoint and come back. */
final class Lanes {
  private final int workers;
  private final RowCodec codec;
  private final boolean whole;
  private final Arena memory;
  private final Map<Direction, Map<Integer, Lane>> lanes = new EnumMap<>(Direction.class);

  Lanes(int workers, RowCodec codec, boolean whole, Arena memory) {
    this.workers = workers;
    this.codec = codec;
    this.whole = whole;
    this.memory = memory;
    for (Direction direction : Direction.values()) {
      lanes.put(direction, new TreeMap<>());
    }
  }

  Lane of(int layer, Direction direction, int cols) {
    return lanes.get(direction).computeIfAbsent(layer, _ -> passing(cols));
  }

  /** One that is used once and remembers nothing. */
  Lane passing(int cols) {
    return new Lane(workers, cols, codec, whole, memory);
  }

  long cacheBytes() {
    return lanes.values().stream()
        .flatMap(layers -> layers.values().stream())
        .mapToLong(Lane::cacheBytes)
        .sum();
  }

  void save(Backend backend, Arena passing, HaloExchange.Keeper keeper) {
    lanes.forEach(
        (direction, layers) ->
            layers.forEach(
                (layer, lane) -> lane.save(name(layer, direction), backend, passing, keeper)));
  }

  /** Takes back what was saved under a name. */
  void restore(
      String name, int rows, int cols, MemorySegment cells, Backend backend, Workspace kept) {
    int layer = Integer.parseInt(name.substring(0, name.indexOf('/')));
    Direction direction =
        name.startsWith(name(layer, Direction.OUTWARD)) ? Direction.OUTWARD : Direction.HOMEWARD;
    of(layer, direction, cols)
        .restore(name.substring(name.lastIndexOf('/') + 1), rows, cells, backend, kept);
  }

  private static String name(int layer, Direction direction) {
    return layer + "/" + direction + "/";
  }
}
