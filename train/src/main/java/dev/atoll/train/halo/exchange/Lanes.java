package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A lane per layer and direction; saved in checkpoints. */
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

  /** A lane that is used once. */
  Lane passing(int cols) {
    return new Lane(workers, cols, codec, whole, memory);
  }

  private Stream<Lane> all() {
    return lanes.values().stream().flatMap(layers -> layers.values().stream());
  }

  long staleBytes() {
    return all().mapToLong(Lane::staleBytes).sum();
  }

  long lostBytes() {
    return all().mapToLong(Lane::lostBytes).sum();
  }

  /** Gives back the memory of transfers in flight. */
  void close() {
    all().forEach(Lane::close);
  }

  /** Hands over the state of all lanes, once no transfer is in flight. */
  void save(Backend backend, Arena passing, HaloExchange.StateConsumer keeper) {
    all().forEach(Lane::drain);
    lanes.forEach(
        (direction, layers) ->
            layers.forEach(
                (layer, lane) -> lane.save(name(layer, direction), backend, passing, keeper)));
  }

  /** Takes back a part of the state by its name. */
  void restore(
      String name, int rows, int cols, MemorySegment elements, Backend backend, Workspace kept) {
    int layer = Integer.parseInt(name.substring(0, name.indexOf('/')));
    Direction direction =
        name.startsWith(name(layer, Direction.OUTWARD)) ? Direction.OUTWARD : Direction.HOMEWARD;
    of(layer, direction, cols)
        .restore(name.substring(name.lastIndexOf('/') + 1), rows, elements, backend, kept);
  }

  private static String name(int layer, Direction direction) {
    return layer + "/" + direction + "/";
  }
}
