package dev.atoll.graph.sample.saint;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import java.util.Arrays;

/**
 * Draws the nodes of subgraphs (GraphSAINT, section 3.4 and Algorithm 2). A subgraph has all edges
 * among its nodes. Draws are made with repetition, so a subgraph has at most as many nodes as are
 * drawn.
 */
public interface SaintSubgraphs {
  /** The nodes of a subgraph, ascending, each once; a function of the key. */
  int[] nodes(RandomKey key);

  /**
   * Nodes, each in proportion to the squared norm of its column of D⁻¹A,
   *
   * <pre>  P(u) ∝ Σ over edges u → v of 1 / degree(v)²</pre>
   *
   * @param count draws per subgraph
   */
  static SaintSubgraphs ofNodes(CsrGraph graph, int count) {
    double[] weight = new double[graph.nodeCount()];
    for (int v = 0; v < weight.length; v++) {
      double degree = graph.inDegree(v);
      for (long edge = graph.rowStart(v); edge < graph.rowStart(v + 1L); edge++) {
        weight[graph.source(edge)] += 1 / (degree * degree);
      }
    }
    var draw = new CumulativeDraw(weight);
    return key -> {
      int[] drawn = new int[draw.isEmpty() ? 0 : count];
      Arrays.setAll(drawn, i -> draw.at(key.unit(i)));
      return distinct(drawn);
    };
  }

  /**
   * Both ends of edges, which minimises the variance of the sums over edges,
   *
   * <pre>  P(u → v) ∝ 1 / degree(u) + 1 / degree(v)</pre>
   *
   * @param count draws per subgraph
   */
  static SaintSubgraphs ofEdges(CsrGraph graph, int count) {
    double[] weight = new double[graph.nodeCount()];
    for (int v = 0; v < weight.length; v++) {
      for (long edge = graph.rowStart(v); edge < graph.rowStart(v + 1L); edge++) {
        weight[v] += edgeWeight(graph, v, edge);
      }
    }
    var draw = new CumulativeDraw(weight);
    return key -> {
      int[] drawn = new int[draw.isEmpty() ? 0 : 2 * count];
      for (int i = 0; i < drawn.length; i += 2) {
        drawn[i] = draw.at(key.unit(i));
        drawn[i + 1] = source(graph, drawn[i], key.unit(i + 1) * weight[drawn[i]]);
      }
      return distinct(drawn);
    };
  }

  private static double edgeWeight(CsrGraph graph, int target, long edge) {
    long sourceDegree = Math.max(1, graph.inDegree(graph.source(edge)));
    return 1.0 / sourceDegree + 1.0 / graph.inDegree(target);
  }

  /** The source of the edge at which the weights of a target's edges reach a sum. */
  private static int source(CsrGraph graph, int target, double sum) {
    long edge = graph.rowStart(target);
    long last = graph.rowStart(target + 1L) - 1;
    double reached = edgeWeight(graph, target, edge);
    while (reached <= sum && edge < last) {
      reached += edgeWeight(graph, target, ++edge);
    }
    return graph.source(edge);
  }

  /**
   * The nodes of random walks from uniformly drawn roots; a walk goes from a node to one of its
   * in-neighbours.
   *
   * @param roots walks per subgraph
   * @param length edges of a walk
   */
  static SaintSubgraphs ofWalks(CsrGraph graph, int roots, int length) {
    return key -> {
      int[] drawn = new int[graph.nodeCount() == 0 ? 0 : roots * (length + 1)];
      for (int i = 0; i < drawn.length; i += length + 1) {
        RandomKey walk = key.child(i);
        drawn[i] = (int) walk.below(graph.nodeCount(), 0);
        for (int step = 1; step <= length; step++) {
          int node = drawn[i + step - 1];
          long degree = graph.inDegree(node);
          drawn[i + step] = degree == 0 ? node : graph.inNeighbor(node, walk.below(degree, step));
        }
      }
      return distinct(drawn);
    };
  }

  private static int[] distinct(int[] drawn) {
    return Arrays.stream(drawn).sorted().distinct().toArray();
  }
}
