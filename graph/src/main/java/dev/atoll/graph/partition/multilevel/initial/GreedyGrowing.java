package dev.atoll.graph.partition.multilevel.initial;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.multilevel.coarsen.WeightedGraph;
import dev.atoll.graph.partition.multilevel.refine.NodeHeap;
import java.util.Arrays;

/**
 * Bisection by growing: side 0 starts as one node and always takes the node that adds the least to
 * the cut, until it holds its share.
 */
final class GreedyGrowing {
  private final WeightedGraph graph;
  private final NodeHeap heap;

  GreedyGrowing(WeightedGraph graph) {
    this.graph = graph;
    this.heap = new NodeHeap(graph.nodeCount());
  }

  /**
   * The side of every node.
   *
   * @param share of the weight that side 0 is to hold
   */
  int[] grow(double share, RandomKey key) {
    int nodes = graph.nodeCount();
    int[] side = new int[nodes];
    Arrays.fill(side, 1);
    heap.clear();
    int draws = 0;
    int next = 0;
    double filled = 0;
    while (filled < share) {
      if (heap.isEmpty()) {
        int seed = draws < 8 ? (int) key.below(nodes, draws++) : next++;
        if (seed >= nodes) {
          break;
        }
        if (side[seed] == 1) {
          heap.insert(seed, gain(seed, side));
        }
        continue;
      }
      int v = heap.pop();
      double more = weight(v);
      if (filled + more > share && filled + more - share > share - filled) {
        continue;
      }
      filled += more;
      side[v] = 0;
      for (long e = graph.rowStart(v), end = graph.rowEnd(v); e < end; e++) {
        int u = WeightedGraph.target(graph.arc(e));
        if (side[u] == 1) {
          if (heap.contains(u)) {
            heap.add(u, 2 * WeightedGraph.weight(graph.arc(e)));
          } else {
            heap.insert(u, gain(u, side));
          }
        }
      }
    }
    return side;
  }

  /** The mean share of the graph's weight that a node holds, over the constraints. */
  private double weight(int v) {
    double sum = 0;
    int constraints = graph.constraints();
    for (int j = 0; j < constraints; j++) {
      sum += graph.nodeWeight(v, j) / (double) Math.max(1, graph.total(j));
    }
    return sum / constraints;
  }

  private int gain(int v, int[] side) {
    int gain = 0;
    for (long e = graph.rowStart(v), end = graph.rowEnd(v); e < end; e++) {
      long arc = graph.arc(e);
      gain +=
          side[WeightedGraph.target(arc)] == 0
              ? WeightedGraph.weight(arc)
              : -WeightedGraph.weight(arc);
    }
    return gain;
  }
}
