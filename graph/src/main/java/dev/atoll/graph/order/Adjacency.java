package dev.atoll.graph.order;

import dev.atoll.graph.CsrGraph;
import java.util.Arrays;

/** A graph whose nodes have sizes and whose edges have weights: a level of clustering. */
interface Adjacency {
  int nodeCount();

  /** How many rows of the original graph a node stands for. */
  int size(int node);

  /** Copies the neighbours of a node, or enough of them to tell where it belongs. */
  void load(int node, Neighbors into);

  /** Neighbours of one node and the weights of the edges to them; reused from node to node. */
  final class Neighbors {
    private int[] ids = new int[64];
    private int[] weights = new int[64];
    private int count;

    void clear() {
      count = 0;
    }

    void add(int id, int weight) {
      if (count == ids.length) {
        ids = Arrays.copyOf(ids, 2 * count);
        weights = Arrays.copyOf(weights, 2 * count);
      }
      ids[count] = id;
      weights[count++] = weight;
    }

    int count() {
      return count;
    }

    int id(int index) {
      return ids[index];
    }

    int weight(int index) {
      return weights[index];
    }
  }

  /** Looking at more of a hub's neighbours, evenly spread, takes longer and gains little. */
  long HUB_SAMPLE = 128;

  /** The graph itself: every node of size 1, every edge of weight 1. */
  static Adjacency of(CsrGraph graph) {
    int nodes = graph.nodeCount();
    return new Adjacency() {
      @Override
      public int nodeCount() {
        return nodes;
      }

      @Override
      public int size(int node) {
        return 1;
      }

      @Override
      public void load(int node, Neighbors into) {
        into.clear();
        long start = graph.rowStart(node);
        long degree = graph.rowStart(node + 1L) - start;
        long stride = Math.ceilDiv(degree, HUB_SAMPLE);
        for (long i = 0; i < degree; i += stride) {
          into.add(graph.source(start + i), 1);
        }
      }
    };
  }
}
