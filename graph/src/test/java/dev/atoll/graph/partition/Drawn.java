package dev.atoll.graph.partition;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.build.CsrBuilder;
import dev.atoll.graph.build.CsrOptions;
import dev.atoll.graph.build.Storage;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Small graphs for tests, every edge in both directions. */
public final class Drawn {
  private final int nodes;
  private final List<int[]> edges = new ArrayList<>();

  private Drawn(int nodes) {
    this.nodes = nodes;
  }

  public static CsrGraph empty(int nodes) {
    return new Drawn(nodes).graph();
  }

  public static CsrGraph star(int leaves) {
    var drawn = new Drawn(leaves + 1);
    for (int leaf = 1; leaf <= leaves; leaf++) {
      drawn.edge(0, leaf);
    }
    return drawn.graph();
  }

  public static CsrGraph cliques(int count, int size) {
    return separateCliques(count, size).graph();
  }

  private static Drawn separateCliques(int count, int size) {
    var drawn = new Drawn(count * size);
    for (int first = 0; first < count * size; first += size) {
      for (int a = 0; a < size; a++) {
        for (int b = 0; b < a; b++) {
          drawn.edge(first + a, first + b);
        }
      }
    }
    return drawn;
  }

  /** Cliques in a row, each joined to the next by one edge. */
  public static CsrGraph joinedCliques(int count, int size) {
    var drawn = separateCliques(count, size);
    for (int first = size; first < count * size; first += size) {
      drawn.edge(first, first - 1);
    }
    return drawn.graph();
  }

  /**
   * Groups of consecutive nodes.
   *
   * @param inside edges drawn per node to nodes of its group
   * @param between edges drawn per node to any node
   */
  public static CsrGraph planted(
      int groups, int size, int inside, int between, RandomGenerator random) {
    var drawn = new Drawn(groups * size);
    for (int v = 0; v < groups * size; v++) {
      for (int i = 0; i < inside; i++) {
        drawn.edge(v, v / size * size + random.nextInt(size));
      }
      for (int i = 0; i < between; i++) {
        drawn.edge(v, random.nextInt(groups * size));
      }
    }
    return drawn.graph();
  }

  /** An undirected graph with the given edges. */
  public static CsrGraph edges(int nodes, int... ends) {
    return pairs(nodes, ends).graph();
  }

  public static CsrGraph grid(int width, int height) {
    var drawn = new Drawn(width * height);
    for (int v = 0; v < width * height; v++) {
      if (v % width > 0) {
        drawn.edge(v, v - 1);
      }
      if (v >= width) {
        drawn.edge(v, v - width);
      }
    }
    return drawn.graph();
  }

  /** Uniform edges; loops, repeats and isolated nodes happen. */
  public static CsrGraph random(int nodes, int edges, RandomGenerator random) {
    return scattered(nodes, edges, random).graph();
  }

  /** Uniform edges, without loops and repeats. */
  public static CsrGraph simple(int nodes, int edges, RandomGenerator random) {
    return scattered(nodes, edges, random)
        .build(CsrOptions.AS_GIVEN.symmetrized().deduplicated().with(CsrOptions.SelfLoops.DROP));
  }

  private static Drawn scattered(int nodes, int edges, RandomGenerator random) {
    var drawn = new Drawn(nodes);
    for (int i = 0; i < edges; i++) {
      drawn.edge(random.nextInt(nodes), random.nextInt(nodes));
    }
    return drawn;
  }

  /** A directed graph with exactly the given arcs. */
  public static CsrGraph arcs(int nodes, int... ends) {
    return pairs(nodes, ends).build(CsrOptions.AS_GIVEN);
  }

  private static Drawn pairs(int nodes, int... ends) {
    var drawn = new Drawn(nodes);
    for (int i = 0; i < ends.length; i += 2) {
      drawn.edge(ends[i], ends[i + 1]);
    }
    return drawn;
  }

  private void edge(int a, int b) {
    edges.add(new int[] {a, b});
  }

  private CsrGraph graph() {
    return build(CsrOptions.AS_GIVEN.symmetrized());
  }

  private CsrGraph build(CsrOptions options) {
    var source =
        new EdgeSource() {
          @Override
          public long nodeCount() {
            return nodes;
          }

          @Override
          public int chunkCount() {
            return 1;
          }

          @Override
          public void forEach(int chunk, EdgeSink sink) {
            edges.forEach(edge -> sink.accept(edge[0], edge[1]));
          }
        };
    return new CsrBuilder(options, 1).build(source, Storage.in(Arena.ofAuto()));
  }
}
