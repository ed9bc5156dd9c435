package dev.atoll.bench.partition;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.generate.NodeData;
import dev.atoll.graph.generate.Planting;
import dev.atoll.graph.generate.Profile;
import dev.atoll.graph.generate.Rmat;
import dev.atoll.graph.generate.SplitCounts;
import dev.atoll.graph.generate.SyntheticGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Partitions graphs of one kind and growing size: time and memory per edge should stay constant.
 */
public final class PartitionScaling {
  private static final String HUBS = "rmat";
  private static final double EDGES_PER_NODE = 16;
  private static final double MILLION = 1e6;

  private final Partitioner partitioner;
  private final String like;
  private final int threads;
  private final double warmUpSeconds;
  private final List<Size> sizes = new ArrayList<>();

  /**
   * @param like rmat, or the name of a {@link Profile}
   * @param warmUpSeconds seconds of partitioning before anything is measured
   */
  public PartitionScaling(Partitioner partitioner, String like, int threads, double warmUpSeconds) {
    this.partitioner = partitioner;
    this.like = like;
    this.threads = threads;
    this.warmUpSeconds = warmUpSeconds;
  }

  /** The cost of one graph; edges count once. */
  private record Size(
      long nodes, long edges, long graphBytes, long peakBytes, PartitionTrial trial) {
    double nanosPerEdge() {
      return trial.cpuSeconds() * 1e9 / edges;
    }

    double bytesPerEdge() {
      return (double) peakBytes / edges;
    }

    double timesGraph() {
      return (double) peakBytes / graphBytes;
    }
  }

  /** Generates a graph with about this number of edges and partitions it. */
  public void measure(double millions, Function<Dataset, PartitionGoal> goals) throws IOException {
    try (Dataset dataset = dataset(graph(millions * MILLION), threads)) {
      CsrGraph graph = dataset.graph();
      long peakBytes = 0;
      if (sizes.isEmpty()) {
        peakBytes =
            PartitionBenchmark.warmUp(partitioner, graph, goals.apply(dataset), warmUpSeconds);
      }
      System.gc(); // garbage of an earlier graph must not count
      PartitionTrial trial = PartitionBenchmark.run(partitioner, graph, goals.apply(dataset));
      long bytes = (graph.nodeCount() + 1L) * Long.BYTES + graph.edgeCount() * Integer.BYTES;
      peakBytes = Math.max(peakBytes, trial.report().peakBytes());
      sizes.add(new Size(graph.nodeCount(), trial.report().edges(), bytes, peakBytes, trial));
    }
  }

  private SyntheticGraph graph(double edges) {
    if (!like.equals(HUBS)) {
      Profile profile = Profile.named(like);
      return profile.scaled(profile.scaleOf(edges), 1);
    }
    int levels = Math.max(1, (int) Math.round(Math.log(edges / EDGES_PER_NODE) / Math.log(2)));
    long nodes = 1L << levels;
    return new Rmat(
        HUBS,
        levels,
        edges / nodes,
        Rmat.Quadrants.GRAPH500,
        0.05,
        new Planting(1, 0, 0, 0),
        SplitCounts.ofShares(nodes, 0.6, 0.2),
        1);
  }

  /** A graph generated in memory, with only its split. */
  public static Dataset dataset(SyntheticGraph graph, int threads) {
    Arena arena = Arena.ofShared();
    try {
      CsrGraph links =
          new CsrBuilder(graph.options(), threads).build(graph.edges(), Storage.in(arena));
      NodeData nodes = graph.nodeData();
      MemorySegment roles = arena.allocate(nodes.rows());
      NodeData.fill(threads, roles, 1, nodes::split);
      return Dataset.of(graph.name(), links, arena)
          .withSplits(Map.of("split", new Split("split", nodes.rows(), roles)));
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  public void show(Screen screen) {
    Table table =
        Table.of(
            "nodes",
            "edges",
            "cut",
            "time",
            "CPU",
            "CPU per edge",
            "memory",
            "B / edge",
            "× graph");
    for (Size size : sizes) {
      table.row(
          Units.count(size.nodes),
          Units.count(size.edges),
          Units.count(size.trial.report().cut()),
          Units.seconds(size.trial.report().seconds()),
          Units.seconds(size.trial.cpuSeconds()),
          Units.number(size.nanosPerEdge()) + " ns",
          Units.bytes(size.peakBytes),
          Units.number(size.bytesPerEdge()),
          Units.number(size.timesGraph()));
    }
    table.show(screen);
  }

  /** The output of {@code bench partition --scaling --json}. */
  public record Result(
      String partitioner, int parts, String like, List<Cost> scaling, int threads) {}

  /** The cost of one size of graph. */
  public record Cost(
      long nodes,
      long edges,
      long cut,
      double seconds,
      double cpuSeconds,
      double cpuNanosPerEdge,
      long peakBytes,
      double bytesPerEdge,
      double timesGraph) {
    private static Cost of(Size size) {
      return new Cost(
          size.nodes,
          size.edges,
          size.trial.report().cut(),
          size.trial.report().seconds(),
          size.trial.cpuSeconds(),
          size.nanosPerEdge(),
          size.peakBytes,
          size.bytesPerEdge(),
          size.timesGraph());
    }
  }

  public Result result(int parts) {
    return new Result(
        partitioner.name(), parts, like, sizes.stream().map(Cost::of).toList(), threads);
  }
}
