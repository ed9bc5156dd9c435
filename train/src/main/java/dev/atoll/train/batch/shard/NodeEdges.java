package dev.atoll.train.batch.shard;

import dev.atoll.train.batch.sampled.EdgeArrays;
import dev.atoll.train.halo.EpochDraw;
import java.util.Arrays;

/**
 * The edges to the halo nodes that an epoch has drawn, read from the shard where it lies: a bit per
 * node of the graph says whether it is drawn, and nothing is kept of the other edges.
 */
final class NodeEdges {
  private final ShardGraph graph;
  private final int core;
  private final long[] drawnBits;
  private int[] drawnNodes = {};
  private final EdgeArrays kept = new EdgeArrays();
  private float[] weight = {};

  NodeEdges(ShardGraph graph) {
    this.graph = graph;
    this.core = graph.core();
    this.drawnBits = new long[(graph.nodeCount() + Long.SIZE - 1) / Long.SIZE];
  }

  /**
   * Takes all edges of the first core rows to drawn nodes: core rows by drawn rows, in the order of
   * those.
   *
   * @param haloRows the drawn halo rows, ascending
   */
  void take(int targets, int[] haloRows, EpochDraw draw) {
    list(haloRows, draw);
    kept.reserve(targets, haloRows.length, kept.column.length);
    int at = 0;
    for (int row = 0; row < targets; row++) {
      kept.start[row] = at;
      long end = graph.endEdge(row);
      for (long e = graph.firstEdge(row); e < end; e++) {
        int node = graph.sourceOf(e);
        if ((drawnBits[node >>> 6] & 1L << node) != 0) {
          at = insert((int) kept.start[row], at, node);
        }
      }
    }
    kept.start[targets] = at;
    kept.edges = at;
    kept.transpose();
    for (int node : drawnNodes) {
      drawnBits[node >>> 6] = 0;
    }
  }

  private void list(int[] haloRows, EpochDraw draw) {
    drawnNodes = new int[haloRows.length];
    weight = weight.length < drawnNodes.length ? new float[drawnNodes.length] : weight;
    for (int place = 0; place < haloRows.length; place++) {
      int node = graph.node(core + haloRows[place]);
      drawnNodes[place] = node;
      weight[place] = draw.weight(0, core + haloRows[place]);
      drawnBits[node >>> 6] |= 1L << node;
    }
  }

  /** Puts a drawn node's place among those of its row, which ascend. */
  private int insert(int first, int end, int node) {
    if (end == kept.column.length) {
      kept.column = Arrays.copyOf(kept.column, Math.max(64, end + end / 2));
    }
    int place = Arrays.binarySearch(drawnNodes, node);
    int at = end;
    while (at > first && kept.column[at - 1] > place) {
      kept.column[at] = kept.column[at - 1];
      at--;
    }
    kept.column[at] = place;
    return end + 1;
  }

  EdgeArrays kept() {
    return kept;
  }

  /** By drawn row, its weight. */
  float[] weight() {
    return weight;
  }

  long heldBytes() {
    return (long) drawnBits.length * Long.BYTES
        + (long) drawnNodes.length * Integer.BYTES
        + (long) weight.length * Float.BYTES
        + kept.heldBytes();
  }
}
