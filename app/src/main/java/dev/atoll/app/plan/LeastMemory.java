package dev.atoll.app.plan;

import dev.atoll.app.memory.MemoryForecast;
import dev.atoll.app.memory.MemoryLimit;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.formats.shard.ShardNodes;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.Hosts;
import dev.atoll.recipe.compose.Partitioners;
import dev.atoll.recipe.compose.Shards;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;

/**
 * A lower bound of the memory of one machine's workers, known before a run starts. Mapped files do
 * not count: the system gives their memory back when it runs short. A run takes more; {@code atoll
 * plan} says how much.
 *
 * @param rowBytes of feature rows that are kept in memory
 * @param graphBytes of the graph: its edges on a full graph, numbers of all nodes elsewhere
 * @param hiddenBytes of hidden layers
 * @param programBytes of the program itself
 * @param cutBytes of partitioning, which ends before training begins
 */
public record LeastMemory(
    long rowBytes, long graphBytes, long hiddenBytes, long programBytes, long cutBytes) {
  /** Bytes of a JVM with Atoll's classes, compiled, and a small heap. */
  private static final long PROGRAM = 128L << 20;

  /** Bytes of a worker's batches in progress and service threads. */
  private static final long WORKER = 32L << 20;

  /** The largest number of bytes of a layer's rows in memory; larger layers are in a file. */
  private static final long MOST_HIDDEN = 512L << 20;

  /** Bytes of a node's identifier, degree and position. */
  private static final long NODE_BYTES = 24;

  /**
   * The size of a graph and its features, as far as it determines the memory.
   *
   * @param rowBytes of all dense feature rows as float32
   * @param rowsInPlace whether they are read where they are stored
   */
  private record Size(long nodes, long edges, long rowBytes, boolean rowsInPlace) {
    static Size of(long nodes, long edges, Optional<Features> features, Settings settings) {
      if (features.orElse(null) instanceof Features.Dense rows) {
        return new Size(
            nodes,
            edges,
            nodes * rows.width() * Float.BYTES,
            OwnRows.isReadInPlace(rows, settings));
      }
      return new Size(nodes, edges, 0, true);
    }
  }

  /** The need of all workers of a run together. */
  public static LeastMemory of(Settings settings, Dataset dataset) {
    Size size =
        Size.of(
            dataset.graph().nodeCount(), dataset.graph().edgeCount(), dataset.features(), settings);
    return of(settings, size).with(cutBytes(settings, dataset));
  }

  /** The need of a machine that joins a run, with the shards of its workers. */
  public static LeastMemory ofHost(Settings settings, ShardFolder shards, List<Integer> ranks)
      throws IOException {
    double share = ranks.size() / (double) settings.integer(Keys.WORKERS);
    return of(settings, size(shards, settings, ranks.getFirst())).times(share);
  }

  private static Size size(ShardFolder shards, Settings settings, int rank) throws IOException {
    int nodes = shards.book().nodeCount();
    if (!shards.hasNodes()) {
      return Size.of(
          nodes, shards.edgeCount(), Optional.empty(), settings); // rows of the mapped dataset
    }
    int trainers = settings.integer(HostKeys.TRAINERS);
    try (Arena passing = Arena.ofShared()) {
      ShardNodes own = shards.nodes(rank / trainers, passing);
      return Size.of(nodes, shards.edgeCount(), own.features(), settings);
    }
  }

  private static LeastMemory of(Settings settings, Size size) {
    int workers = settings.integer(Keys.WORKERS);
    long hidden = size.nodes * settings.get(Keys.HIDDEN) * Float.BYTES;
    int processes = settings.get(Keys.ENGINE).equals("threads") ? 1 : workers;
    long program = processes * PROGRAM + workers * WORKER;
    if (settings.get(Keys.MODE).equals("sampled")) {
      long kept = size.rowsInPlace ? 0 : size.rowBytes;
      return new LeastMemory(
          kept + embeddingBytes(settings, size.nodes),
          size.nodes * NODE_BYTES,
          Math.min(hidden, workers * MOST_HIDDEN),
          program,
          0);
    }
    if (!settings.get(Keys.DEVICE).equals(Keys.DEVICE.fallback())) {
      return new LeastMemory(0, size.nodes * NODE_BYTES, 0, program, 0); // the rest is there
    }
    // Evaluation keeps the rows that a layer reads while it writes those of the next.
    int layersAtOnce = settings.integer(Keys.LAYERS) > 2 ? 2 : 1;
    return new LeastMemory(
        size.rowBytes,
        size.edges * Integer.BYTES + size.nodes * NODE_BYTES,
        layersAtOnce * hidden,
        program,
        0);
  }

  /** Bytes of learnable rows, each with at least one moment. */
  private static long embeddingBytes(Settings settings, long nodes) {
    return Composition.plan(settings)
        .embeddings()
        .map(rows -> 2 * nodes * rows.width() * Float.BYTES)
        .orElse(0L);
  }

  private static long cutBytes(Settings settings, Dataset dataset) {
    if (!Shards.areCut(settings)) {
      return 0;
    }
    return MemoryForecast.of(
            Partitioners.partitioner(settings),
            dataset.graph(),
            Partitioners.goal(settings, dataset, Shards.parts(settings)))
        .bytes();
  }

  private LeastMemory with(long newCutBytes) {
    return new LeastMemory(rowBytes, graphBytes, hiddenBytes, programBytes, newCutBytes);
  }

  public long bytes() {
    return Math.max(cutBytes, rowBytes + graphBytes + hiddenBytes + programBytes);
  }

  /**
   * Refuses a run whose workers on this machine, which leads the run and partitions the graph, need
   * more than the machine has. Executors of Spark have memory of their own.
   */
  public static void require(Settings settings, Dataset dataset) {
    require(settings, dataset, MemoryLimit.here());
  }

  static void require(Settings settings, Dataset dataset, MemoryLimit limit) {
    if (!settings.get(Keys.ENGINE).equals("spark")) {
      Hosts hosts = Hosts.in(settings);
      double share = hosts.lead().workers() / (double) hosts.workers();
      of(settings, dataset).times(share).requireWithin(limit);
    }
  }

  /** Refuses a need above the memory and swap space of this machine or its container. */
  public void requireHere() {
    requireWithin(MemoryLimit.here());
  }

  /** The need of a share of the workers; a single one partitions the graph. */
  LeastMemory times(double share) {
    return new LeastMemory(
        (long) (share * rowBytes),
        (long) (share * graphBytes),
        (long) (share * hiddenBytes),
        (long) (share * programBytes),
        cutBytes);
  }

  /** Refuses a need above a limit. */
  void requireWithin(MemoryLimit limit) {
    if (bytes() <= limit.bytes()) {
      return;
    }
    throw new IllegalStateException(
        cutBytes > limit.bytes()
            ? "partitioning this graph needs about %s of memory, but %s has %s: cut it with --set partitioner=stream, which needs less, or on a larger machine with 'atoll partition', and train with --set shards=DIR"
                .formatted(Units.bytes(cutBytes), limit.owner(), Units.bytes(limit.bytes()))
            : "this run needs at least %s of memory, %s for feature rows, %s for the graph, %s for hidden layers and %s for the program, but %s has %s: take mini-batches (--recipe fastsample), a smaller model.hidden, or more machines with --hosts or --engine spark; 'atoll plan --cluster cores=16,memory=256GiB' says what fits where"
                .formatted(
                    Units.bytes(bytes()),
                    Units.bytes(rowBytes),
                    Units.bytes(graphBytes),
                    Units.bytes(hiddenBytes),
                    Units.bytes(programBytes),
                    limit.owner(),
                    Units.bytes(limit.bytes())));
  }
}
