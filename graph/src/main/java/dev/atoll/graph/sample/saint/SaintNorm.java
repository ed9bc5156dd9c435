package dev.atoll.graph.sample.saint;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import java.util.Arrays;

/**
 * The normalisation of GraphSAINT (section 3.2), from N subgraphs drawn before training. With C(v)
 * and C(u → v) the number of them that have a node or an edge,
 *
 * <pre>
 *   α(u → v) = C(u → v) / C(v)    an edge of a subgraph represents 1 / α edges: sums are unbiased
 *   λ(v)     ∝ C(v) / N           a node's loss weighs 1 / λ: the loss is unbiased
 * </pre>
 *
 * Nodes and edges that are in none of the subgraphs are counted once.
 */
public final class SaintNorm {
  /** The mean number of draws of a node, as in the authors' program. */
  private static final int COVERAGE = 50;

  private final int[] nodeCounts;
  private final int[] edgeCounts;
  private final int samples;
  private final long drawnNodes;

  private SaintNorm(int[] nodeCounts, int[] edgeCounts, int samples, long drawnNodes) {
    this.nodeCounts = nodeCounts;
    this.edgeCounts = edgeCounts;
    this.samples = samples;
    this.drawnNodes = drawnNodes;
  }

  /**
   * Counts in subgraphs of a graph.
   *
   * @param samples subgraphs to draw; 0 for as many as draw every node {@value #COVERAGE} times on
   *     average
   */
  public static SaintNorm of(CsrGraph graph, SaintSubgraphs subgraphs, int samples, RandomKey key) {
    int nodes = graph.nodeCount();
    if (graph.edgeCount() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "a part of %d edges: subgraphs are counted for up to %d edges; take more workers"
              .formatted(graph.edgeCount(), Integer.MAX_VALUE - 8));
    }
    int[] nodeCounts = new int[nodes];
    int[] edgeCounts = new int[(int) graph.edgeCount()];
    int[] lastSample = new int[nodes];
    Arrays.fill(lastSample, -1);
    long wanted = (long) COVERAGE * Math.max(1, nodes);
    long drawn = 0;
    int sample = 0;
    while (samples > 0 ? sample < samples : drawn < wanted && sample < wanted) {
      int[] members = subgraphs.nodes(key.child(sample));
      for (int v : members) {
        lastSample[v] = sample;
      }
      for (int v : members) {
        nodeCounts[v]++;
        for (int edge = (int) graph.rowStart(v); edge < graph.rowStart(v + 1L); edge++) {
          edgeCounts[edge] += lastSample[graph.source(edge)] == sample ? 1 : 0;
        }
      }
      drawn += members.length;
      sample++;
    }
    return new SaintNorm(nodeCounts, edgeCounts, sample, drawn);
  }

  /** 1 / α of an edge to a target. */
  public float correction(int target, long edge) {
    return (float) Math.max(1, nodeCounts[target]) / Math.max(1, edgeCounts[(int) edge]);
  }

  /** N / C of a node: the factor of its loss, up to the number of training nodes. */
  public float lossWeight(int node) {
    return (float) samples / Math.max(1, nodeCounts[node]);
  }

  /** Subgraphs that together have as many nodes as the graph, on average. */
  public int subgraphsPerEpoch() {
    double mean = (double) drawnNodes / Math.max(1, samples);
    return mean == 0 ? 1 : (int) Math.max(1, Math.ceil(nodeCounts.length / mean));
  }
}
