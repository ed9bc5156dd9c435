package dev.atoll.train.batch.shard;

import dev.atoll.train.batch.sampled.EdgeArrays;
import dev.atoll.train.halo.EpochDraw;
import java.util.Arrays;

/**
 * The edges to the halo nodes that an epoch has drawn, read from the shard where it lies: a bit per
 * node of the graph says whether it is drawn, and nothing is kept of the other edges.
 *
 * <pre>
 *   place of a drawn node = places[drawn nodes before its word of bits + bits below its own]
 * </pre>
 */
final class NodeEdges {
  private final ShardGraph graph;
  private final int core;
  private final long[] drawnBits;

  /** By word of bits, the drawn nodes before it. */
  private final int[] drawnBefore;

  /** By drawn node, ascending, the place of its row among the drawn rows. */
  private int[] places = {};

  private final EdgeArrays kept = new EdgeArrays();
  private float[] weight = {};

  NodeEdges(ShardGraph graph) {
    this.graph = graph;
    this.core = graph.core();
    this.drawnBits = new long[(graph.nodeCount() + Long.SIZE - 1) / Long.SIZE];
    this.drawnBefore = new int[drawnBits.length];
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
          if (at == kept.column.length) {
            kept.column = Arrays.copyOf(kept.column, Math.max(64, at + at / 2));
          }
          kept.column[at++] = places[rank(node)];
        }
      }
      Arrays.sort(kept.column, (int) kept.start[row], at);
    }
    kept.start[targets] = at;
    kept.edges = at;
    kept.transpose();
    for (int haloRow : haloRows) {
      drawnBits[graph.node(core + haloRow) >>> 6] = 0;
    }
  }

  private void list(int[] haloRows, EpochDraw draw) {
    if (weight.length < haloRows.length) {
      weight = new float[haloRows.length];
      places = new int[haloRows.length];
    }
    for (int place = 0; place < haloRows.length; place++) {
      int node = graph.node(core + haloRows[place]);
      weight[place] = draw.weight(0, core + haloRows[place]);
      drawnBits[node >>> 6] |= 1L << node;
    }
    for (int word = 1; word < drawnBits.length; word++) {
      drawnBefore[word] = drawnBefore[word - 1] + Long.bitCount(drawnBits[word - 1]);
    }
    for (int place = 0; place < haloRows.length; place++) {
      places[rank(graph.node(core + haloRows[place]))] = place;
    }
  }

  /** How many drawn nodes come before one. */
  private int rank(int node) {
    int word = node >>> 6;
    return drawnBefore[word] + Long.bitCount(drawnBits[word] & (1L << node) - 1);
  }

  EdgeArrays kept() {
    return kept;
  }

  /** By drawn row, its weight. */
  float[] weight() {
    return weight;
  }

  long heldBytes() {
    return (long) drawnBits.length * (Long.BYTES + Integer.BYTES)
        + (long) places.length * Integer.BYTES
        + (long) weight.length * Float.BYTES
        + kept.heldBytes();
  }
}
