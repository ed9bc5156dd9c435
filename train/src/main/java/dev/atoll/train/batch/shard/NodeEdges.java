package dev.atoll.train.batch.shard;

import dev.atoll.train.batch.sampled.EdgeArrays;
import dev.atoll.train.halo.EpochDraw;
import java.util.Arrays;

/**
 * The edges to the halo nodes that an epoch has drawn, read from the shard where it lies: a bit per
 * node of the graph says whether it is drawn, and nothing is kept of the other edges.
 */
final class NodeEdges {
  /** Behind every place. */
  private static final long LAST_PLACE = (1L << Integer.SIZE) - 1;

  private final ShardGraph graph;
  private final int core;
  private final long[] drawnBits;

  /** The drawn nodes, ascending, each with the place of its row in the lower half. */
  private long[] drawn = {};

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
    for (long nodeAndPlace : drawn) {
      drawnBits[(int) (nodeAndPlace >>> Integer.SIZE) >>> 6] = 0;
    }
  }

  private void list(int[] haloRows, EpochDraw draw) {
    drawn = new long[haloRows.length];
    weight = weight.length < drawn.length ? new float[drawn.length] : weight;
    for (int place = 0; place < haloRows.length; place++) {
      int node = graph.node(core + haloRows[place]);
      drawn[place] = (long) node << Integer.SIZE | place;
      weight[place] = draw.weight(0, core + haloRows[place]);
      drawnBits[node >>> 6] |= 1L << node;
    }
    Arrays.sort(drawn);
  }

  /** The place of a drawn node among the drawn rows. */
  private int place(int node) {
    int after = -Arrays.binarySearch(drawn, (long) node << Integer.SIZE | LAST_PLACE) - 1;
    return (int) drawn[after - 1];
  }

  /** Puts a drawn node's place among those of its row, which ascend. */
  private int insert(int first, int end, int node) {
    if (end == kept.column.length) {
      kept.column = Arrays.copyOf(kept.column, Math.max(64, end + end / 2));
    }
    int place = place(node);
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
        + (long) drawn.length * Long.BYTES
        + (long) weight.length * Float.BYTES
        + kept.heldBytes();
  }
}
