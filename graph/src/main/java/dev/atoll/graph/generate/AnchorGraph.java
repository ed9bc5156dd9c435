package dev.atoll.graph.generate;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.csr.EdgeSource.EdgeSink;
import dev.atoll.graph.csr.GraphEdges;
import dev.atoll.graph.wording.Suggestion;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The graph on which speed is compared, the same bit for bit in every language. With {@code mix}
 * the SplitMix64 step, {@code u01(h) = (h >>> 11) · 2⁻⁵³}, {@code f(u) = ((u + 0.1)⁴ − 0.1⁴) /
 * (1.1⁴ − 0.1⁴)}, {@code pick(u) = min(S − 1, ⌊f(u) · S⌋)} and {@code K = ⌈N / S⌉} communities of S
 * ranks:
 *
 * <pre>
 *   candidate edge e:  b = mix(seed + e);  h_i = mix(b + 1 + i), i = 0 … 4      (remainders unsigned)
 *     c = h0 % K;  d = (h4 % 100 &lt; 80) ? c : h3 % K;  r1 = c·S + pick(u01(h1));  r2 = d·S + pick(u01(h2))
 *     rejected if r1 ≥ N or r2 ≥ N or r1 = r2;  nodes r1·1000003 % N and r2·1000003 % N, both directions
 * </pre>
 *
 * <p>A node trains when {@code mix(v ^ 0x5EED) % 12 = 0}; training nodes come in the order of
 * {@code mix(v + 77)}, unsigned. The published definition ends there: features, classes (47, by
 * community) and the other roles of the split are ours.
 *
 * @param candidates edges drawn, M
 * @param communityRanks S
 */
public record AnchorGraph(
    String name, long nodeCount, long candidates, long communityRanks, long seed)
    implements SyntheticGraph {
  private static final long STEP = 0x9E3779B97F4A7C15L;
  private static final long STRIDE = 1000003;
  private static final double SHIFT = 0.1;
  private static final double LOW = (0.1 * 0.1) * (0.1 * 0.1);
  private static final double SPAN = (1.1 * 1.1) * (1.1 * 1.1) - LOW;
  private static final Planting PLANTING = new Planting(47, 100, 2, 0.1);

  /** The sizes that have been measured elsewhere. */
  private static final Map<String, AnchorGraph> KNOWN =
      Map.of(
          "small", new AnchorGraph("anchor-small", 300_000, 3_000_000, 16384, 3),
          "products", new AnchorGraph("anchor-products", 2_449_029, 66_550_000, 16384, 1),
          "papers", new AnchorGraph("anchor-papers", 10_000_000, 77_700_000, 16384, 2));

  public AnchorGraph {
    if (nodeCount < 1 || nodeCount > Integer.MAX_VALUE || nodeCount % STRIDE == 0) {
      throw new IllegalArgumentException(
          "node count %d: expected 1 to %d and no multiple of %d"
              .formatted(nodeCount, Integer.MAX_VALUE, STRIDE));
    }
    if (candidates < 0 || communityRanks < 1) {
      throw new IllegalArgumentException(
          "an anchor graph has 0 or more candidate edges (%d) and 1 or more ranks in a community (%d)"
              .formatted(candidates, communityRanks));
    }
  }

  /** One of the measured sizes: small, products, papers (a tenth). */
  public static AnchorGraph named(String size) {
    AnchorGraph graph = KNOWN.get(size);
    if (graph == null) {
      throw new IllegalArgumentException(Suggestion.unknown("anchor graph", size, KNOWN.keySet()));
    }
    return graph;
  }

  @Override
  public EdgeSource edges() {
    return new NumberedEdges(nodeCount, candidates, this::candidate);
  }

  @Override
  public CsrOptions options() {
    return CsrOptions.simple(false);
  }

  private void candidate(long number, EdgeSink sink) {
    long base = mix(seed + number);
    long communities = Math.ceilDiv(nodeCount, communityRanks);
    long first = Long.remainderUnsigned(mix(base + 1), communities);
    boolean inside = Long.remainderUnsigned(mix(base + 5), 100) < 80;
    long second = inside ? first : Long.remainderUnsigned(mix(base + 4), communities);
    long rank1 = first * communityRanks + pick(mix(base + 2));
    long rank2 = second * communityRanks + pick(mix(base + 3));
    if (rank1 < nodeCount && rank2 < nodeCount && rank1 != rank2) {
      sink.accept(rank1 * STRIDE % nodeCount, rank2 * STRIDE % nodeCount);
    }
  }

  private long pick(long bits) {
    double x = (bits >>> 11) * 0x1p-53 + SHIFT;
    double squared = x * x;
    double share = (squared * squared - LOW) / SPAN;
    return Math.min(communityRanks - 1, (long) (share * communityRanks));
  }

  private static long mix(long value) {
    return RandomKey.mix(value + STEP);
  }

  /**
   * A checksum that implementations must agree on: the sum over all edges of mix(target · 2³² +
   * source).
   */
  public static long checksum(CsrGraph graph, int threads) {
    return new GraphEdges(graph).sum(threads, (source, target) -> mix(target << 32 | source));
  }

  /** The training nodes in the order in which batches take them. */
  public long[] trainingNodes() {
    long[] nodes =
        LongStream.range(0, nodeCount).filter(node -> role(node) == Split.TRAIN).toArray();
    long[] ascending = LongStream.of(nodes).map(AnchorGraph::rank).sorted().toArray();
    long[] ordered = new long[nodes.length];
    for (long node : nodes) {
      ordered[Arrays.binarySearch(ascending, rank(node))] = node; // no two nodes have one rank
    }
    return ordered;
  }

  /** A training node's rank in unsigned order, as a signed number. */
  private static long rank(long node) {
    return mix(node + 77) ^ Long.MIN_VALUE;
  }

  private static int role(long node) {
    return (int) Math.min(Split.TEST, Long.remainderUnsigned(mix(node ^ 0x5EED), 12));
  }

  @Override
  public NodeData nodeData() {
    long back = inverseStride();
    return new PlantedClasses(
        nodeCount,
        PLANTING,
        node -> (int) (node * back % nodeCount / communityRanks % PLANTING.classes()),
        AnchorGraph::role,
        RandomKey.ofSeed(seed).child("anchor"));
  }

  /** The factor that maps node numbers back to ranks. */
  private long inverseStride() {
    return nodeCount == 1
        ? 0
        : BigInteger.valueOf(STRIDE).modInverse(BigInteger.valueOf(nodeCount)).longValue();
  }
}
