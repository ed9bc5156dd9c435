package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.store.HostRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A channel per layer and direction; saved in checkpoints. */
final class LayerChannels {
  private final int workers;
  private final ExchangePlan how;
  private final Backend backend;
  private final Workspace kept;
  private final Arena memory;
  private final Map<Direction, Map<Integer, LayerChannel>> channels =
      new EnumMap<>(Direction.class);

  /**
   * @param kept device memory for rows that stay there between steps
   * @param memory of the host
   */
  LayerChannels(int workers, ExchangePlan how, Backend backend, Workspace kept, Arena memory) {
    this.workers = workers;
    this.how = how;
    this.backend = backend;
    this.kept = kept;
    this.memory = memory;
    for (Direction direction : Direction.values()) {
      channels.put(direction, new TreeMap<>());
    }
  }

  LayerChannel of(int layer, Direction direction, int cols) {
    return channels.get(direction).computeIfAbsent(layer, _ -> channel(cols, cache(direction)));
  }

  /** A channel that is used once. */
  LayerChannel passing(int cols) {
    return channel(cols, Optional.empty());
  }

  private LayerChannel channel(int cols, Optional<DeviceCache> onDevice) {
    return new LayerChannel(
        workers, cols, how.codec(), how.rows().sendsWholeBlocks(), memory, onDevice);
  }

  /** Averages are computed by the host, which has the fresh rows: stale ones stay in its memory. */
  private Optional<DeviceCache> cache(Direction direction) {
    boolean onHost = HostRows.areOf(backend) || how.refresh().smoothing(direction).isPresent();
    return onHost ? Optional.empty() : Optional.of(new DeviceCache(backend, kept, workers));
  }

  private Stream<LayerChannel> all() {
    return channels.values().stream().flatMap(layers -> layers.values().stream());
  }

  /** Bytes of stale rows of peers, and of own rows as they were sent last. */
  long cacheBytes() {
    return all().mapToLong(LayerChannel::cacheBytes).sum();
  }

  long hostStaleBytes() {
    return all().mapToLong(LayerChannel::hostStaleBytes).sum();
  }

  long lostBytes() {
    return all().mapToLong(LayerChannel::lostBytes).sum();
  }

  /** Releases the memory of transfers in flight. */
  void close() {
    all().forEach(LayerChannel::close);
  }

  /** Passes on the state of all channels, once no transfer is in flight. */
  void save(Arena passing, HaloExchange.StateConsumer keeper) {
    all().forEach(LayerChannel::drain);
    channels.forEach(
        (direction, layers) ->
            layers.forEach(
                (layer, channel) ->
                    channel.save(name(layer, direction), backend, passing, keeper)));
  }

  /** Restores an array of the state by its name. */
  void restore(String name, int rows, int cols, MemorySegment elements) {
    int layer = Integer.parseInt(name.substring(0, name.indexOf('/')));
    Direction direction =
        Arrays.stream(Direction.values())
            .filter(each -> name.startsWith(name(layer, each)))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the checkpoint holds rows of peers in the order of an older version of"
                            + " Atoll ("
                            + name
                            + "); delete it to begin the run again"));
    of(layer, direction, cols)
        .restore(name.substring(name.lastIndexOf('/') + 1), rows, elements, backend, kept);
  }

  /** The start of the names in checkpoints; another order of rows needs other names. */
  private static String name(int layer, Direction direction) {
    return layer + "/" + direction + "/";
  }
}
