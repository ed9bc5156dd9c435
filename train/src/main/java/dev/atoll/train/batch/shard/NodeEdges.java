package dev.atoll.train.batch.shard;

import dev.atoll.train.batch.sampled.EdgeArrays;
import dev.atoll.train.halo.EpochDraw;
import java.util.Arrays;

/** The edges to the halo nodes that an epoch has drawn; no other edges are visited. */
final class NodeEdges implements AutoCloseable {
  private final int core;
  private final HaloReaders readers;
  private final EdgeArrays kept = new EdgeArrays();
  private float[] weight = {};

  NodeEdges(ShardGraph graph) {
    this.core = graph.core();
    this.readers = new HaloReaders(graph.edges(false), core, graph.rows() - core);
  }

  /**
   * Takes all edges of the first core rows to drawn nodes: core rows by drawn rows, in the order of
   * those.
   *
   * @param haloRows the drawn halo rows, ascending
   */
  void take(int targets, int[] haloRows, EpochDraw draw) {
    kept.reserveTransposed(targets, haloRows.length);
    weight = weight.length < haloRows.length ? new float[haloRows.length] : weight;
    int at = 0;
    for (int place = 0; place < haloRows.length; place++) {
      int haloRow = haloRows[place];
      weight[place] = draw.weight(0, core + haloRow);
      kept.transposedStart[place] = at;
      int most = Math.addExact(at, readers.most(haloRow));
      if (most > kept.transposedColumn.length) {
        kept.transposedColumn = Arrays.copyOf(kept.transposedColumn, most + most / 4);
      }
      at = readers.copy(haloRow, targets, kept.transposedColumn, at);
    }
    kept.transposedStart[haloRows.length] = at;
    kept.edges = at;
    kept.fillFromTransposed();
  }

  EdgeArrays kept() {
    return kept;
  }

  /** The weight of every drawn row. */
  float[] weight() {
    return weight;
  }

  long heldBytes() {
    return readers.heldBytes() + (long) weight.length * Float.BYTES + kept.heldBytes();
  }

  @Override
  public void close() {
    readers.close();
  }
}
