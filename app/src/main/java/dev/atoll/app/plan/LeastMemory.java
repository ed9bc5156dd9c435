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
import dev.atoll.recipe.settings.Precision;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.store.FeatureScaling;
import dev.atoll.train.store.RowForm;
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
 * @param batchBytes of mini-batches, and of the parts in which all nodes are evaluated
 * @param programBytes of the program itself
 * @param cutBytes of partitioning, which ends before training begins
 * @param remedy settings that need less, as a half-sentence
 */
public record LeastMemory(
    long rowBytes,
    long graphBytes,
    long hiddenBytes,
    long batchBytes,
    long programBytes,
    long cutBytes,
    String remedy) {
  /** Bytes of a JVM with Atoll's classes, compiled, and a small heap. */
  private static final long PROGRAM = 128L << 20;

  /** Bytes of a worker's buffers of messages and service threads. */
  private static final long WORKER = 32L << 20;

  /** The largest number of bytes of a layer's rows in memory; larger layers are in a file. */
  private static final long MOST_HIDDEN = 512L << 20;

  /** Bytes of the rows that a worker evaluates at a time. */
  private static final long CHUNK = 128L << 20;

  /** Batches of which a worker has the rows while it prepares some ahead. */
  private static final int BATCHES_AHEAD = 3;

  /** The least share of the rows of a batch when nodes of many edges are drawn again and again. */
  private static final double DISTINCT = 0.5;

  /** The least number of nodes for each seed of a batch. */
  private static final int NODES_PER_SEED = 100;

  /** Bytes of a node's identifier, degree and position. */
  private static final long NODE_BYTES = 24;

  /**
   * The size of a graph and its features, as far as it determines the memory.
   *
   * @param keptRowBytes of a feature row in the memory of its owner
   * @param readRowBytes of a feature row in float32 as a model reads it
   * @param remedy settings that keep smaller rows; empty if there are none
   */
  private record Size(
      long nodes, long edges, double keptRowBytes, double readRowBytes, String remedy) {
    static Size of(long nodes, long edges, Optional<Features> features, Settings settings) {
      if (features.isEmpty()) {
        return new Size(nodes, edges, 0, 0, "");
      }
      Features rows = features.get();
      FeatureScaling scaling = settings.get(Keys.NORMALIZE);
      RowForm form = RowForm.of(rows, scaling);
      return new Size(
          nodes,
          edges,
          form.rowBytes(rows),
          RowForm.multipliesSparse(rows, scaling)
              ? RowForm.NON_ZEROS.rowBytes(rows)
              : (double) rows.width() * Float.BYTES,
          form == RowForm.DENSE ? smallerForm(rows, scaling) : "");
    }

    private static String smallerForm(Features rows, FeatureScaling scaling) {
      return rows instanceof Features.Sparse && scaling == FeatureScaling.STANDARD
          ? "features.normalize=row or none, which keeps zeros out of memory, "
          : "features in float32 with features.normalize=none, which are read from their file, ";
    }

    long bytes(double perNode) {
      return Math.round(nodes * perNode);
    }

    /** The expected number of different nodes among some that are drawn uniformly. */
    double distinct(double draws) {
      return nodes * -Math.expm1(-draws / Math.max(1, nodes));
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
    int processes = settings.get(Keys.ENGINE).equals("threads") ? 1 : workers;
    long program = processes * PROGRAM + workers * WORKER;
    boolean onHost = settings.get(Keys.DEVICE).equals(Keys.DEVICE.fallback());
    long hidden = size.nodes * hiddenRowBytes(settings);
    if (settings.get(Keys.MODE).equals("sampled")) {
      return new LeastMemory(
          size.bytes(size.keptRowBytes) + embeddingBytes(settings, size.nodes),
          size.nodes * NODE_BYTES,
          Math.min(hidden, workers * MOST_HIDDEN),
          onHost ? chunkBytes(settings, size) + batchBytes(settings, size) : 0,
          program,
          0,
          size.remedy + "a smaller model.hidden or batch");
    }
    String remedy = "mini-batches (--recipe fastsample), a smaller model.hidden";
    if (!onHost) {
      return new LeastMemory(0, size.nodes * NODE_BYTES, 0, 0, program, 0, remedy); // rest is there
    }
    int activation = Precision.of(settings).activations().bytes();
    long rows = size.bytes(size.readRowBytes) * activation / Float.BYTES;
    int directions = settings.integer(Keys.LAYERS) > 1 ? 2 : 1; // gradients go back to hidden rows
    return new LeastMemory(
        rows,
        size.edges * Integer.BYTES * directions + size.nodes * NODE_BYTES,
        hiddenBytes(settings, rows, hidden * activation / Float.BYTES),
        0,
        program,
        0,
        remedy);
  }

  /** Bytes of a hidden row in float32; 0 for models without weights, which have inputs' rows. */
  private static long hiddenRowBytes(Settings settings) {
    return Composition.plan(settings).model().kind().hasWeights()
        ? settings.get(Keys.HIDDEN) * Float.BYTES
        : 0;
  }

  /**
   * Bytes of hidden rows while all nodes are evaluated: a layer's rows, the sums of its neighbours'
   * or the products that are summed, and the rows of the layer before.
   */
  private static long hiddenBytes(Settings settings, long inputBytes, long hidden) {
    return switch (settings.integer(Keys.LAYERS)) {
      case 1 -> 0;
      case 2 -> hidden + Math.min(hidden, inputBytes);
      default -> 3 * hidden;
    };
  }

  /** Bytes of the rows that workers evaluate at a time. */
  private static long chunkBytes(Settings settings, Size size) {
    return Math.min(
        size.bytes((size.readRowBytes + hiddenRowBytes(settings)) * activationShare(settings)),
        settings.integer(Keys.WORKERS) * CHUNK);
  }

  /** Bytes of the feature rows of batches, where their number follows from fanouts. */
  private static long batchBytes(Settings settings, Size size) {
    SampledPlan plan = Composition.plan(settings).sampled().orElseThrow();
    if (!plan.sampling().drawsOnDevice()) {
      return 0;
    }
    int workers = settings.integer(Keys.WORKERS);
    double degree = size.edges / (double) Math.max(1, size.nodes);
    double draws = Math.min(plan.batch(), size.nodes / NODES_PER_SEED / workers);
    for (int layer = 0; layer < plan.fanouts().layers(); layer++) {
      int fanout = plan.fanouts().at(layer);
      draws *= 1 + (fanout < 0 ? degree : Math.min(fanout, degree));
    }
    int batches = workers * (plan.schedule().preparesAhead() ? BATCHES_AHEAD : 1);
    return Math.round(
        batches * DISTINCT * size.distinct(draws) * size.readRowBytes * activationShare(settings));
  }

  private static double activationShare(Settings settings) {
    return Precision.of(settings).activations().bytes() / (double) Float.BYTES;
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
    return new LeastMemory(
        rowBytes, graphBytes, hiddenBytes, batchBytes, programBytes, newCutBytes, remedy);
  }

  public long bytes() {
    return Math.max(cutBytes, rowBytes + graphBytes + hiddenBytes + batchBytes + programBytes);
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
        (long) (share * batchBytes),
        (long) (share * programBytes),
        cutBytes,
        remedy);
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
            : "this run needs at least %s of memory, %s for feature rows, %s for the graph, %s for hidden layers, %s for batches and %s for the program, but %s has %s: take %s, or more machines with --hosts or --engine spark; 'atoll plan --cluster cores=16,memory=256GiB' says what fits where"
                .formatted(
                    Units.bytes(bytes()),
                    Units.bytes(rowBytes),
                    Units.bytes(graphBytes),
                    Units.bytes(hiddenBytes),
                    Units.bytes(batchBytes),
                    Units.bytes(programBytes),
                    limit.owner(),
                    Units.bytes(limit.bytes()),
                    remedy));
  }
}
