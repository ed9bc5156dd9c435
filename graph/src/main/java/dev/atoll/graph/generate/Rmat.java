package dev.atoll.graph.generate;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.csr.EdgeSource.EdgeSink;

/**
 * R-MAT (Chakrabarti, Zhan, Faloutsos 2004): every edge falls down a tree of quadrants of the
 * adjacency matrix, into the four with probabilities a, b, c, d at each level. Noise (Seshadhri,
 * Pinar, Kolda 2011) shifts the probabilities of each level by a random number up to {@code noise},
 * which removes the oscillations of the degree distribution. Undirected, with shuffled node
 * numbers.
 *
 * <p>The class of a node is the branch of the tree it sits in.
 *
 * @param levels the graph has 2^levels nodes
 * @param edgeFactor edges drawn per node, before duplicates are dropped
 */
public record Rmat(
    String name,
    int levels,
    double edgeFactor,
    Quadrants quadrants,
    double noise,
    Planting planting,
    SplitCounts split,
    long seed)
    implements SyntheticGraph {
  /** The chances of the four quadrants; they add up to 1. */
  public record Quadrants(double a, double b, double c, double d) {
    /** The probabilities of the Graph500 benchmark. */
    public static final Quadrants GRAPH500 = new Quadrants(0.57, 0.19, 0.19, 0.05);

    public Quadrants {
      if (!(a >= 0 && b >= 0 && c >= 0 && d >= 0 && Math.abs(a + b + c + d - 1) < 1e-9)) {
        throw new IllegalArgumentException(
            "a, b, c, d must be at least 0 and add up to 1, not %s, %s, %s, %s"
                .formatted(a, b, c, d));
      }
    }

    Quadrants shifted(double by) {
      double ends = a + d;
      return by == 0
          ? this
          : new Quadrants(a - 2 * by * a / ends, b + by, c + by, d - 2 * by * d / ends);
    }
  }

  public Rmat {
    if (levels < 0 || levels > 40 || !(edgeFactor >= 0)) {
      throw new IllegalArgumentException(
          "levels must be 0 to 40 and the edge factor at least 0, not %d and %s"
              .formatted(levels, edgeFactor));
    }
    double most =
        Math.min((quadrants.a() + quadrants.d()) / 2, Math.min(quadrants.b(), quadrants.c()));
    if (!(noise >= 0 && noise <= most)) {
      throw new IllegalArgumentException(
          "noise must be 0 to %s with these quadrants, not %s".formatted(most, noise));
    }
    if (planting.classes() > 1L << levels) {
      throw new IllegalArgumentException(
          "%d nodes cannot have %d classes".formatted(1L << levels, planting.classes()));
    }
  }

  @Override
  public CsrOptions options() {
    return CsrOptions.simple(false);
  }

  @Override
  public EdgeSource edges() {
    var tree = new Tree();
    return new NumberedEdges(nodeCount(), Math.round(edgeFactor * nodeCount()), tree::fall);
  }

  @Override
  public NodeData nodeData() {
    Shuffle numbers = numbers();
    return PlantedClasses.of(
        nodeCount(),
        planting,
        node -> (int) ((numbers.inverse(node) * planting.classes()) >>> levels),
        split,
        key());
  }

  private long nodeCount() {
    return 1L << levels;
  }

  private RandomKey key() {
    return RandomKey.ofSeed(seed).child("r-mat");
  }

  private Shuffle numbers() {
    return new Shuffle(nodeCount(), key().child("numbers"));
  }

  /** The chances at every level, summed up for a single draw. */
  private final class Tree {
    private final double[] a = new double[levels];
    private final double[] ab = new double[levels];
    private final double[] abc = new double[levels];
    private final Shuffle numbers = numbers();
    private final RandomKey edges = key().child("edges");

    Tree() {
      RandomKey shifts = key().child("noise");
      for (int level = 0; level < levels; level++) {
        Quadrants here = quadrants.shifted((2 * shifts.unit(level) - 1) * noise);
        a[level] = here.a();
        ab[level] = here.a() + here.b();
        abc[level] = here.a() + here.b() + here.c();
      }
    }

    void fall(long number, EdgeSink sink) {
      RandomKey edge = edges.child(number);
      long source = 0;
      long target = 0;
      for (int level = 0; level < levels; level++) {
        double u = edge.unit(level);
        source = source << 1 | (u >= ab[level] ? 1 : 0);
        target = target << 1 | ((u >= a[level] && u < ab[level]) || u >= abc[level] ? 1 : 0);
      }
      sink.accept(numbers.of(source), numbers.of(target));
    }
  }
}
