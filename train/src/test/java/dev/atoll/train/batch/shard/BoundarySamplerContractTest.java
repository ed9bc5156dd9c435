package dev.atoll.train.batch.shard;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.formats.shard.ShardWriter;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.TestValues;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.bns.EdgeDropping;
import dev.atoll.train.halo.bns.EdgeSampling;
import dev.atoll.train.halo.bns.ImportanceSampling;
import dev.atoll.train.halo.bns.IndependentSampling;
import dev.atoll.train.halo.bns.NodeSampling;
import dev.atoll.train.halo.exchange.SplitEdges;
import dev.atoll.train.loop.SmallWorld;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every {@link BoundarySampler}: one line per registered sampler. */
class BoundarySamplerContractTest {
  private static final int WORKERS = 3;
  private static final int DRAWS = 600;

  @TempDir private Path folder;
  private final Dataset world = SmallWorld.of(false);
  private CsrGraph graph;
  private ShardFolder shards;

  @BeforeEach
  void cut() throws IOException {
    cut(world.graph(), "shards");
  }

  private void cut(CsrGraph graph, String name) throws IOException {
    var cut = new RandomPartitioner().partition(graph, PartitionGoal.of(WORKERS));
    new ShardWriter(Topology.PARTITIONED, 1).write(graph, cut, folder.resolve(name));
    this.graph = graph;
    shards = ShardFolder.open(folder.resolve(name));
  }

  @AfterEach
  void close() {
    world.close();
  }

  /** The moments of a number that each draw gives. */
  private record Moments(double exact, double mean, double deviation) {
    double variance() {
      return deviation * deviation;
    }
  }

  /**
   * A sampler under test.
   *
   * @param whole settings under which it draws nothing
   * @param part settings under which it draws a part; empty for a sampler that never does
   */
  record Line(String name, String whole, String part) {
    BoundarySampler wholeSampler() {
      return TestValues.make(BoundarySampler.class, name, whole);
    }

    BoundarySampler partSampler() {
      return TestValues.make(BoundarySampler.class, name, part);
    }
  }

  static List<Line> lines() {
    return List.of(
        new Line("halo", "", ""),
        new Line("all", "", ""),
        new Line("sampled-nodes", "exchange.rate=1", "exchange.rate=0.2"),
        new Line("independent-nodes", "exchange.rate=1", "exchange.rate=0.2"),
        new Line("important-nodes", "exchange.rate=1", "exchange.rate=0.2"),
        new Line("sampled-edges", "exchange.rate=1", "exchange.rate=0.2"),
        new Line("drop-edges", "exchange.rate=1", "exchange.rate=0.2"));
  }

  static Stream<Line> drawing() {
    return lines().stream().filter(line -> !line.part.isEmpty());
  }

  @Test
  void everyRegisteredSamplerHasALine() {
    Set<String> names = lines().stream().map(Line::name).collect(Collectors.toSet());
    assertEquals(
        Policies.of(BoundarySampler.class).stream().map(Policy::name).collect(Collectors.toSet()),
        names);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void samplersThatDrawNothingAreFixed(Line line) {
    assertTrue(line.wholeSampler().isFixed());
    assertEquals(line.part.isEmpty(), line.partSampler().isFixed());
  }

  /** A check on one worker. */
  private interface Look {
    void at(ShardBoundary boundary);
  }

  private void onEveryWorker(Look look) {
    ThreadRanks.run(
        WORKERS,
        Limits.DEFAULT,
        transport -> {
          try (Arena memory = Arena.ofShared();
              var workers = Communicator.on(transport)) {
            look.at(boundary(shards.shard(transport.rank(), memory), workers, memory));
          }
          return null;
        });
  }

  private ShardBoundary boundary(Shard shard, Communicator workers, Arena memory)
      throws IOException {
    int[] degrees = new int[shard.coreCount() + shard.haloCount()];
    var rows = new ShardGraph(shard, shards.numbering(memory), degrees, memory);
    return new ShardBoundary(rows, HaloPlan.agree(shard, workers), workers);
  }

  @ParameterizedTest
  @MethodSource("drawing")
  void bothEndsDrawTheSameRows(Line line) {
    onEveryWorker(
        boundary -> {
          EpochDraw draw = line.partSampler().open(boundary);
          var first = RandomKey.ofSeed(1);
          double[] rows = checkedSums(boundary, draw.draw(first));
          checkWeights(line.partSampler(), boundary, draw);
          double[] others = checkedSums(boundary, draw.draw(RandomKey.ofSeed(2)));
          assertFalse(Arrays.equals(rows, others), "every epoch draws other rows");
          assertArrayEquals(rows, checkedSums(boundary, draw.draw(first)), "by its key alone");
        });
  }

  /** Sums of the ids that are read of, and given to, every peer; readers and owners must agree. */
  private static double[] checkedSums(ShardBoundary graph, HaloPlan drawn) {
    int size = drawn.workers();
    double[] sums = new double[2 * size];
    for (int peer = 0; peer < size; peer++) {
      for (int i = 0; i < drawn.haloCount(peer); i++) {
        int row = graph.core() + graph.halo().haloStart(peer) + drawn.haloPlace(peer, i);
        sums[peer] += 1 + Math.sqrt((double) graph.ids()[row]);
      }
      for (int i = 0; i < drawn.boundaryCount(peer); i++) {
        sums[size + peer] += 1 + Math.sqrt((double) graph.ids()[drawn.boundaryRow(peer, i)]);
      }
    }
    double[][] ofAll = graph.workers().allGather(Purpose.CONTROL, sums);
    for (int reader = 0; reader < size; reader++) {
      for (int owner = 0; owner < size; owner++) {
        assertEquals(ofAll[reader][owner], ofAll[owner][size + reader], 1e-9);
      }
    }
    return sums;
  }

  /** Core edges stay where a sampler says so; edges to nodes that were not drawn do not. */
  private static void checkWeights(BoundarySampler sampler, ShardBoundary graph, EpochDraw draw) {
    int left = 0;
    for (int e = 0; e < graph.edgeSource().length; e++) {
      int source = graph.edgeSource()[e];
      float weight = draw.weight(e, source);
      assertTrue(weight == 0 || weight >= 1, "weight " + weight);
      if (source < graph.core() && sampler.keepsCoreEdges()) {
        assertEquals(1, weight);
      }
      left += weight == 0 ? 1 : 0;
    }
    assertTrue(left > 0, "some edges are left out");
  }

  @ParameterizedTest
  @MethodSource("drawing")
  void meansAreUnbiased(Line line) {
    for (EdgeNorm norm : List.of(EdgeNorm.MEAN, EdgeNorm.SYMMETRIC)) {
      for (Moments m : measure(line.partSampler(), norm)) {
        assertEquals(m.exact, m.mean, 4 * m.deviation / Math.sqrt(DRAWS), norm.name());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("drawing")
  void meansAreUnbiasedWithParallelEdges(Line line) throws IOException {
    cut(threefold(SmallWorld.of(24, 1, false).graph()), "threefold");
    meansAreUnbiased(line);
  }

  /** A graph with every edge three times; the parallel edges of a node are not adjacent. */
  private static CsrGraph threefold(CsrGraph graph) {
    Arena memory = Arena.ofAuto();
    var starts = memory.allocate(JAVA_LONG, graph.nodeCount() + 1L);
    var sources = memory.allocate(JAVA_INT, 3 * graph.edgeCount());
    int at = 0;
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long i = 0; i < 3 * graph.inDegree(node); i++) {
        sources.setAtIndex(JAVA_INT, at++, graph.inNeighbor(node, i % graph.inDegree(node)));
      }
      starts.setAtIndex(JAVA_LONG, node + 1L, at);
    }
    return new CsrGraph(graph.nodeCount(), starts, sources);
  }

  /** The weights of all edges after a draw. */
  private static double[] weights(BoundarySampler sampler, ShardBoundary boundary) {
    EpochDraw draw = sampler.open(boundary);
    draw.draw(RandomKey.ofSeed(1));
    int[] sources = boundary.edgeSource();
    return IntStream.range(0, sources.length)
        .mapToDouble(e -> draw.weight(e, sources[e]))
        .toArray();
  }

  /** Parallel edges that are drawn all or not at all would be too many. */
  @Test
  void ofParallelEdgesAsManyAreDrawnAsOfOthers() throws IOException {
    cut(threefold(SmallWorld.of(24, 1, false).graph()), "threefold");
    onEveryWorker(
        boundary -> {
          for (BoundarySampler sampler : List.of(new EdgeSampling(0.2), new EdgeDropping(0.2))) {
            double[] weights = weights(sampler, boundary);
            assertEquals(weights.length, Arrays.stream(weights).sum(), 1e-3);
          }
        });
  }

  @Test
  void asManyEdgesAreDroppedAsThereWouldBeOfTheHalo() {
    onEveryWorker(
        boundary -> {
          long toHalo =
              Arrays.stream(boundary.edgeSource()).filter(s -> s >= boundary.core()).count();
          double[] weights = weights(new EdgeDropping(0.2), boundary);
          long dropped = Arrays.stream(weights).filter(w -> w == 0).count();
          assertEquals(toHalo - Math.round(0.2 * toHalo), dropped);
        });
  }

  /**
   * Algorithm 1 of BNS-GCN: a node is kept or not with the same probability whatever the others
   * are, so that their number has the mean p·n and the variance p·(1 − p)·n of n coins, and that of
   * two halves of the nodes is uncorrelated.
   */
  @Test
  void independentNodesAreCoins() {
    onEveryWorker(
        boundary -> {
          double p = 0.3;
          int n = boundary.ids().length - boundary.core();
          int half = n / 2;
          EpochDraw draw = new IndependentSampling(p).open(boundary);
          double sum = 0;
          double squares = 0;
          double products = 0;
          for (int epoch = 0; epoch < DRAWS; epoch++) {
            draw.draw(RandomKey.ofSeed(epoch));
            double first = kept(boundary, draw, 0, half) - p * half;
            double second = kept(boundary, draw, half, n) - p * (n - half);
            sum += first + second;
            squares += (first + second) * (first + second);
            products += first * second;
          }
          double variance = p * (1 - p) * n;
          assertEquals(0, sum / DRAWS, 4 * Math.sqrt(variance / DRAWS));
          assertEquals(variance, squares / DRAWS, 4 * variance * Math.sqrt(2.0 / DRAWS));
          assertEquals(0, products / DRAWS, 4 * variance / 2 / Math.sqrt(DRAWS));
        });
  }

  /** How many of some halo nodes are kept; each counts 1/p. */
  private static long kept(ShardBoundary boundary, EpochDraw draw, int from, int to) {
    return IntStream.range(boundary.core() + from, boundary.core() + to)
        .mapToDouble(row -> draw.weight(0, row))
        .peek(weight -> assertTrue(weight == 0 || weight == 1 / 0.3f, "weight " + weight))
        .filter(weight -> weight > 0)
        .count();
  }

  /** Weights are inverse probabilities, and those are in proportion to the norms of columns. */
  @Test
  void importantNodesAreThoseOfLargeColumns() {
    onEveryWorker(
        boundary -> {
          long[] start = boundary.edgeStart();
          int[] source = boundary.edgeSource();
          double[] squares = new double[boundary.ids().length];
          for (int row = 0; row < boundary.core(); row++) {
            long degree = start[row + 1] - start[row];
            for (long e = start[row]; e < start[row + 1]; e++) {
              squares[source[(int) e]] += 1.0 / (degree * degree);
            }
          }
          double[] weights = weights(new ImportanceSampling(0.1), boundary);
          for (int owner = 0; owner < WORKERS; owner++) {
            int from = boundary.core() + boundary.halo().haloStart(owner);
            int to = from + boundary.halo().haloCount(owner);
            double[] products =
                IntStream.range(0, source.length)
                    .filter(e -> source[e] >= from && source[e] < to && weights[e] > 0)
                    .mapToDouble(e -> weights[e] * Math.sqrt(squares[source[e]]))
                    .toArray();
            double sum = IntStream.range(from, to).mapToDouble(i -> Math.sqrt(squares[i])).sum();
            double expected = sum / (0.1 * (to - from));
            assertEquals(to > from, products.length > 0, "some nodes are drawn");
            for (double product : products) {
              assertEquals(expected, product, 1e-4 * expected);
            }
          }
        });
  }

  /** All arrays of a draw are counted but the ids, which the shard counts. */
  @ParameterizedTest
  @MethodSource("drawing")
  void arraysAreCounted(Line line) {
    onEveryWorker(
        boundary -> {
          EpochDraw draw = line.partSampler().open(boundary);
          long ids = (long) boundary.ids().length * Long.BYTES;
          assertEquals(arrayBytes(draw) - ids, draw.heldBytes());
        });
  }

  /** Bytes of the arrays of numbers of a draw, and of the parts of its package. */
  private static long arrayBytes(Object holder) {
    return switch (holder) {
      case float[] array -> (long) array.length * Float.BYTES;
      case int[] array -> (long) array.length * Integer.BYTES;
      case long[] array -> (long) array.length * Long.BYTES;
      case Object[] arrays -> Arrays.stream(arrays).mapToLong(a -> arrayBytes(a)).sum();
      default ->
          holder.getClass().getPackage() != NodeSampling.class.getPackage()
              ? 0
              : Arrays.stream(holder.getClass().getDeclaredFields())
                  .filter(field -> !Modifier.isStatic(field.getModifiers()))
                  .mapToLong(field -> arrayBytes(valueOf(field, holder)))
                  .sum();
    };
  }

  private static Object valueOf(Field field, Object holder) {
    try {
      field.setAccessible(true);
      return field.get(holder);
    } catch (IllegalAccessException e) {
      throw new LinkageError(field.toString(), e);
    }
  }

  @Test
  void varianceGrowsAsTheRateFalls() {
    double often = measure(new NodeSampling(0.5), EdgeNorm.MEAN).getFirst().variance();
    double seldom = measure(new NodeSampling(0.1), EdgeNorm.MEAN).getFirst().variance();
    double expected = (1 / 0.1 - 1) / (1 / 0.5 - 1);
    assertTrue(Math.abs(seldom / often / expected - 1) < 0.3, seldom / often + ", " + expected);
  }

  /**
   * Table 2 of BNS-GCN: γ² ‖P‖² / (p N) bounds the mean square of the errors of a worker's N means,
   * where P has the columns of its boundary nodes, and no embedding is longer than γ; here all are
   * as long, +1 or −1. Nodes are drawn without repetition, so the expectation is a bit lower.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.3, 0.5})
  void errorsAreBelowThePublishedBound(double rate) {
    onEveryWorker(
        boundary -> {
          EpochDraw draw = new NodeSampling(rate).open(boundary);
          double[] expectedAndBound = expectedAndBound(boundary, draw.draw(RandomKey.ofSeed(0)));
          var errors = new DoubleSummaryStatistics();
          double squares = 0;
          for (int epoch = 0; epoch < DRAWS; epoch++) {
            draw.draw(RandomKey.ofSeed(epoch));
            double error = meanSquareError(boundary, draw);
            errors.accept(error);
            squares += error * error;
          }
          double mean = errors.getAverage();
          double margin = 4 * Math.sqrt((squares / DRAWS - mean * mean) / DRAWS);
          assertEquals(expectedAndBound[0], mean, margin);
          assertTrue(mean + margin < expectedAndBound[1], mean + " of " + expectedAndBound[1]);
        });
  }

  private static double sign(ShardBoundary boundary, int row) {
    return new RandomKey(7).unit(boundary.ids()[row]) < 0.5 ? -1 : 1;
  }

  /**
   * The contribution of every node to the mean over the neighbours of a core node, with weighted
   * edges.
   */
  private static double[] shares(ShardBoundary boundary, int row, IntToDoubleFunction weight) {
    double[] shares = new double[boundary.ids().length];
    int from = (int) boundary.edgeStart()[row];
    int to = (int) boundary.edgeStart()[row + 1];
    for (int e = from; e < to; e++) {
      int source = boundary.edgeSource()[e];
      shares[source] += weight.applyAsDouble(e) * sign(boundary, source) / (to - from);
    }
    return shares;
  }

  private static double meanSquareError(ShardBoundary boundary, EpochDraw draw) {
    double squares = 0;
    for (int row = 0; row < boundary.core(); row++) {
      double[] missed = shares(boundary, row, e -> draw.weight(e, boundary.edgeSource()[e]) - 1);
      double error = Arrays.stream(missed).sum();
      squares += error * error;
    }
    return squares / boundary.core();
  }

  /**
   * The expected error and its bound: s of an owner's n boundary nodes are drawn, so that p = s /
   * n.
   */
  private static double[] expectedAndBound(ShardBoundary boundary, HaloPlan drawn) {
    double expected = 0;
    double bound = 0;
    for (int row = 0; row < boundary.core(); row++) {
      double[] shares = shares(boundary, row, _ -> 1);
      for (int owner = 0; owner < WORKERS; owner++) {
        int from = boundary.core() + boundary.halo().haloStart(owner);
        double n = boundary.halo().haloCount(owner);
        if (n > 0) {
          double s = drawn.haloCount(owner);
          double[] ofOwner = Arrays.copyOfRange(shares, from, from + (int) n);
          double sum = Arrays.stream(ofOwner).sum();
          double squares = Arrays.stream(ofOwner).map(share -> share * share).sum();
          expected += n / s * (n - s) / (n - 1) * (squares - sum * sum / n);
          bound += n / s * squares;
        }
      }
    }
    return new double[] {expected / boundary.core(), bound / boundary.core()};
  }

  /** A weighted sum of all aggregates of a worker. */
  private List<Moments> measure(BoundarySampler sampler, EdgeNorm norm) {
    return ThreadRanks.run(WORKERS, Limits.DEFAULT, transport -> measure(sampler, norm, transport));
  }

  private Moments measure(BoundarySampler sampler, EdgeNorm norm, Transport transport)
      throws IOException {
    try (Arena memory = Arena.ofShared();
        var workers = Communicator.on(transport);
        var cpu = CpuBackend.open(1);
        var device = new DeviceMemory(cpu)) {
      Shard shard = shards.shard(transport.rank(), memory);
      HaloPlan all = HaloPlan.agree(shard, workers);
      int[] degrees = new int[shard.coreCount() + shard.haloCount()];
      var graph = new ShardGraph(shard, shards.numbering(memory), degrees, memory);
      long[] ids = graph.ids();
      for (int row = 0; row < degrees.length; row++) {
        degrees[row] = (int) this.graph.inDegree(ids[row]) + 1;
      }
      long[] everyNode = IntStream.range(0, shards.book().nodeCount()).asLongStream().toArray();
      var needed = NeededRows.of(shard, all, Optional.empty(), everyNode, 2, workers, 1);
      var whole = ShardEdges.upload(device, graph, degrees, Set.of(norm));
      double exact = sum(whole, norm, ids, cpu);
      double mean = 0;
      double squares = 0;
      try (var sampled =
          new BoundarySampledShard(
              device,
              new ShardBoundary(graph, all, workers),
              needed,
              _ -> whole,
              degrees,
              sampler,
              RandomKey.ofSeed(3),
              Set.of(norm))) {
        for (int epoch = 0; epoch < DRAWS; epoch++) {
          sampled.draw(epoch);
          double sum = sum(sampled.edges(1), norm, sampled.ids(1), cpu);
          mean += sum / DRAWS;
          squares += (sum - exact) * (sum - exact) / DRAWS;
        }
      }
      return new Moments(exact, mean, Math.sqrt(squares));
    }
  }

  /** {@code Σ aggregate(x)} where the row of a node is a function of its id. */
  private static double sum(ShardEdges links, EdgeNorm norm, long[] ids, CpuBackend cpu) {
    try (var workspace = cpu.newWorkspace();
        Arena scratch = Arena.ofConfined()) {
      int sources = links.core() + links.halo();
      Matrix x = workspace.matrix(sources, 1);
      var elements = scratch.allocate(JAVA_FLOAT, sources);
      for (int row = 0; row < sources; row++) {
        elements.setAtIndex(JAVA_FLOAT, row, (float) new RandomKey(5).unit(ids[row]));
      }
      cpu.upload(elements, x);
      Matrix out = workspace.matrix(links.core(), 1);
      if (links.joined() == null) {
        SplitEdges split = links.sums().get(norm);
        cpu.kernels().spmm(split.core().byRow(), x.rowsView(0, links.core()), 0, out);
        cpu.kernels().spmm(split.halo().byRow(), x.rowsView(links.core(), sources), 1, out);
      } else {
        cpu.kernels().spmm(links.joined().edges(norm).byRow(), x, 0, out);
      }
      var sums = scratch.allocate(JAVA_FLOAT, links.core());
      cpu.download(out, sums);
      double total = 0;
      for (int row = 0; row < links.core(); row++) {
        total += sums.getAtIndex(JAVA_FLOAT, row);
      }
      return total;
    }
  }
}
