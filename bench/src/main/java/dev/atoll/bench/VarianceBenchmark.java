package dev.atoll.bench;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import dev.atoll.app.screen.Screen;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.layerwise.FastGcnImportance;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.graph.sample.layerwise.LayerwiseSampler;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.halo.bns.BoundaryDraws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Measures how far the mean over sampled neighbours is from the mean over all, for the nodes of
 * every part of a graph, as Table 2 of BNS-GCN compares samplers. Every node has a feature of +1 or
 * −1, so that variances are in units of γ².
 */
public final class VarianceBenchmark {
  private final String name;
  private final CsrGraph graph;
  private final float[] feature;
  private final double rate;
  private final int draws;
  private final int parts;
  private final List<Part> targets = new ArrayList<>();
  private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

  /**
   * The outcome of a sampler.
   *
   * @param variance mean square of the error of a node's mean
   * @param sources rows that a part works with
   * @param remote rows of other parts, which are sent
   */
  public record Outcome(double variance, double sources, double remote) {}

  /**
   * One part.
   *
   * @param exact by node, the mean over all neighbours
   * @param boundary nodes of other parts that are read
   * @param neighbors number of all nodes that are read
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(
      BitSet members, long[] nodes, double[] exact, int[] boundary, int neighbors) {}

  /**
   * @param rate the share p of boundary nodes
   */
  public VarianceBenchmark(String name, CsrGraph graph, Partitioning cut, double rate, int draws) {
    this.name = name;
    this.graph = graph;
    this.rate = rate;
    this.draws = draws;
    this.parts = cut.parts();
    this.feature = new float[graph.nodeCount()];
    var signs = RandomKey.ofSeed(11);
    for (int v = 0; v < feature.length; v++) {
      feature[v] = signs.unit(v) < 0.5 ? -1 : 1;
    }
    for (int part = 0; part < parts; part++) {
      targets.add(part(cut, part));
    }
  }

  private Part part(Partitioning cut, int part) {
    long[] nodes =
        IntStream.range(0, graph.nodeCount())
            .filter(v -> cut.partOf(v) == part && graph.inDegree(v) > 0)
            .asLongStream()
            .toArray();
    BitSet members = new BitSet();
    IntStream.range(0, graph.nodeCount()).filter(v -> cut.partOf(v) == part).forEach(members::set);
    BitSet boundary = new BitSet();
    BitSet neighbors = new BitSet();
    double[] exact = new double[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      long degree = graph.inDegree(nodes[i]);
      for (long e = 0; e < degree; e++) {
        int u = graph.inNeighbor(nodes[i], e);
        neighbors.set(u);
        exact[i] += feature[u] / (double) degree;
        if (!members.get(u)) {
          boundary.set(u);
        }
      }
    }
    return new Part(members, nodes, exact, boundary.stream().toArray(), neighbors.cardinality());
  }

  /** Measures all samplers. */
  public void measure() {
    outcomes.put("bns-gcn", boundary(false));
    outcomes.put("important-nodes", boundary(true));
    outcomes.put("ladies-published", layer(true));
    outcomes.put("fastgcn-published", layer(false));
    outcomes.put("ladies", sampled(part -> LayerwiseSampler.ladies(source(), sizes(part))));
    FastGcnImportance importance = FastGcnImportance.of(graph, 1);
    outcomes.put(
        "fastgcn", sampled(part -> LayerwiseSampler.fastGcn(source(), sizes(part), importance)));
    outcomes.put(
        "graphsage", sampled(_ -> new FusedSampler(source(), new Fanouts(List.of(fanout())))));
  }

  private LocalNeighbors source() {
    return LocalNeighbors.of(graph);
  }

  /**
   * The layer size at the rate of all neighbours, so that about equally many rows of other parts
   * are read.
   */
  private LayerSizes sizes(Part part) {
    return LayerSizes.of(Math.max(1, (int) Math.round(rate * part.neighbors)));
  }

  /** The fanout at the rate of the mean degree; at least 1. */
  private int fanout() {
    return Math.max(1, (int) Math.round(rate * graph.edgeCount() / graph.nodeCount()));
  }

  /** Samples the boundary: all neighbours inside the part, and the drawn ones of other parts. */
  private Outcome boundary(boolean byImportance) {
    double error = 0;
    double rows = 0;
    long nodes = 0;
    float[] weight = new float[graph.nodeCount()];
    for (Part part : targets) {
      nodes += part.nodes.length;
      var boundary = BoundaryDraws.of(part.boundary, norms(part), rate, byImportance);
      for (int draw = 0; draw < draws; draw++) {
        rows += boundary.draw(RandomKey.ofSeed(draw), weight);
        error += error(part, weight, true);
      }
    }
    double remote = rows / draws / parts;
    return new Outcome(error / draws / nodes, (double) nodes / parts + remote, remote);
  }

  /**
   * Samples a layer of nodes, drawn with replacement in proportion to the squares of their columns'
   * norms in the mean of the part (LADIES) or of all nodes (FastGCN); as many as BNS-GCN reads.
   */
  private Outcome layer(boolean ofPart) {
    double error = 0;
    double sources = 0;
    double remote = 0;
    long nodes = 0;
    double[] ofAll = new double[graph.nodeCount()];
    targets.forEach(part -> addSquares(part, ofAll));
    for (Part part : targets) {
      nodes += part.nodes.length;
      double[] squares = ofPart ? new double[graph.nodeCount()] : ofAll.clone();
      if (ofPart) {
        addSquares(part, squares);
      }
      int count = part.nodes.length + (int) Math.round(rate * part.boundary.length);
      for (int draw = 0; draw < draws; draw++) {
        float[] weight = drawn(squares, count, RandomKey.ofSeed(draw));
        for (int u = 0; u < weight.length; u++) {
          sources += weight[u] > 0 ? 1 : 0;
          remote += weight[u] > 0 && !part.members.get(u) ? 1 : 0;
        }
        error += error(part, weight, false);
      }
    }
    return new Outcome(error / draws / nodes, sources / draws / parts, remote / draws / parts);
  }

  private static float[] drawn(double[] squares, int count, RandomKey key) {
    double[] until = squares.clone();
    for (int u = 1; u < until.length; u++) {
      until[u] += until[u - 1];
    }
    double sum = until[until.length - 1];
    float[] weight = new float[squares.length];
    for (int i = 0; i < count; i++) {
      int at = Arrays.binarySearch(until, key.unit(i) * sum);
      int u = Math.min(at < 0 ? -at - 1 : at + 1, squares.length - 1);
      weight[u] += (float) (sum / squares[u] / count);
    }
    return weight;
  }

  /** The norm of every boundary node's column in the mean of a part. */
  private float[] norms(Part part) {
    double[] squares = new double[graph.nodeCount()];
    addSquares(part, squares);
    float[] norms = new float[part.boundary.length];
    for (int i = 0; i < norms.length; i++) {
      norms[i] = (float) Math.sqrt(squares[part.boundary[i]]);
    }
    return norms;
  }

  private void addSquares(Part part, double[] squares) {
    for (long v : part.nodes) {
      long degree = graph.inDegree(v);
      for (long e = 0; e < degree; e++) {
        squares[graph.inNeighbor(v, e)] += 1.0 / ((double) degree * degree);
      }
    }
  }

  /**
   * @param knowsOwn whether all rows of the part itself are available
   */
  private double error(Part part, float[] weight, boolean knowsOwn) {
    double error = 0;
    for (int i = 0; i < part.nodes.length; i++) {
      long degree = graph.inDegree(part.nodes[i]);
      double sum = 0;
      for (long e = 0; e < degree; e++) {
        int u = graph.inNeighbor(part.nodes[i], e);
        sum += (knowsOwn && part.members.get(u) ? 1 : weight[u]) * feature[u];
      }
      error += square(sum / degree - part.exact[i]);
    }
    return error;
  }

  /** Makes a sampler of one layer for a part. */
  private interface Samplers {
    Sampler of(Part part);
  }

  private Outcome sampled(Samplers samplers) {
    double error = 0;
    double sources = 0;
    double remote = 0;
    long nodes = 0;
    try (var batch = SampledBatch.ofLayers(1)) {
      for (Part part : targets) {
        nodes += part.nodes.length;
        try (Sampler sampler = samplers.of(part)) {
          for (int draw = 0; draw < draws; draw++) {
            sampler.sample(part.nodes, 0, part.nodes.length, RandomKey.ofSeed(draw), batch);
            BitSet read = new BitSet();
            error += error(part, batch.block(0), batch, read);
            sources += read.cardinality();
            read.andNot(part.members);
            remote += read.cardinality();
          }
        }
      }
    }
    return new Outcome(error / draws / nodes, sources / draws / parts, remote / draws / parts);
  }

  private double error(Part part, SampledBlock block, SampledBatch batch, BitSet read) {
    double error = 0;
    for (int i = 0; i < part.nodes.length; i++) {
      long from = block.rowStart().getAtIndex(JAVA_LONG, i);
      long to = block.rowStart().getAtIndex(JAVA_LONG, i + 1L);
      double sum = 0;
      for (long e = from; e < to; e++) {
        int u = batch.nodes().getAtIndex(JAVA_INT, block.column().getAtIndex(JAVA_INT, e));
        read.set(u);
        float weight =
            block.correction() == null ? 1 : block.correction().getAtIndex(JAVA_FLOAT, e);
        sum += weight * feature[u];
      }
      long count =
          block.correction() == null
              ? Math.max(1, to - from)
              : block.targetDegree().getAtIndex(JAVA_INT, i);
      error += square(sum / count - part.exact[i]);
    }
    return error;
  }

  private static double square(double x) {
    return x * x;
  }

  public void show(Screen screen) {
    screen.line(
        "%s, %d parts, p = %s: mean square of the error of a mean over neighbours"
            .formatted(name, parts, rate));
    Table table = Table.of("sampler", "variance", "rows", "of other parts");
    outcomes.forEach(
        (sampler, o) ->
            table.row(
                sampler,
                Units.decimals(o.variance, 5),
                Math.round(o.sources) + "",
                Math.round(o.remote) + ""));
    table.show(screen);
  }

  /**
   * The output of {@code bench variance --json}.
   *
   * @param bySampler outcomes by the name of the sampler
   */
  public record Result(
      String graph,
      int nodes,
      long edges,
      int parts,
      double rate,
      int fanout,
      int draws,
      @JsonAnyGetter Map<String, Outcome> bySampler) {}

  public Result result() {
    return new Result(
        name, graph.nodeCount(), graph.edgeCount(), parts, rate, fanout(), draws, outcomes);
  }
}
