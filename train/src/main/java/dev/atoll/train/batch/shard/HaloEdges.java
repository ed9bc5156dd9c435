package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.sampled.EdgeArrays;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.exchange.SplitEdges;
import java.util.Arrays;

/**
 * The halo edges that an epoch keeps. All edges to a halo row have one weight: a factor per column,
 * not per edge.
 */
final class HaloEdges {
  private final DeviceMemory device;
  private final int[] column;

  /** The index of every halo edge among all edges; {@link #edgeStart} has the first of each row. */
  private final int[] edge;

  private final int[] edgeStart;
  private final int core;

  private final EdgeArrays kept = new EdgeArrays();
  private float[] weight = {};

  /**
   * @param start where the edges of a core row begin, rows + 1
   * @param column the row of an edge's source: a core row, or one behind them of the halo
   */
  HaloEdges(long[] start, int[] column, DeviceMemory device) {
    this.device = device;
    this.column = column;
    this.core = start.length - 1;
    this.edgeStart = new int[core + 1];
    int[] found = new int[column.length];
    int count = 0;
    for (int row = 0; row < core; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        if (column[e] >= core) {
          found[count++] = e;
        }
      }
      edgeStart[row + 1] = count;
    }
    this.edge = Arrays.copyOf(found, count);
  }

  /**
   * Takes those edges that were drawn.
   *
   * @param targets core rows whose edges are taken: the first ones
   * @param haloRows the halo rows that are left, ascending
   */
  void take(EpochDraw draw, int targets, int[] haloRows) {
    int[] placeOf = placesOf(haloRows);
    kept.reserve(targets, haloRows.length, edgeStart[targets]);
    weight = weight.length < haloRows.length ? new float[haloRows.length] : weight;
    int at = 0;
    for (int row = 0; row < targets; row++) {
      kept.start[row] = at;
      for (int i = edgeStart[row]; i < edgeStart[row + 1]; i++) {
        float factor = draw.weight(edge[i], column[edge[i]]);
        if (factor > 0) {
          int place = placeOf[column[edge[i]] - core];
          kept.column[at++] = place;
          weight[place] = factor;
        }
      }
    }
    kept.start[targets] = at;
    kept.edges = at;
    kept.transpose();
  }

  /** The index of every halo row in an ascending list of halo rows. */
  static int[] placesOf(int[] haloRows) {
    int[] placeOf = new int[haloRows.length == 0 ? 0 : haloRows[haloRows.length - 1] + 1];
    for (int i = 0; i < haloRows.length; i++) {
      placeOf[haloRows[i]] = i;
    }
    return placeOf;
  }

  /**
   * Uploads the edges that were taken.
   *
   * @param coreEdges the edges to core rows, which stay
   * @param degrees degrees of the halo rows that are left; for {@link EdgeNorm#SYMMETRIC}
   */
  SplitEdges upload(SparseMatrix coreEdges, EdgeNorm norm, int[] degrees) {
    return upload(kept, weight, device, coreEdges, norm, degrees);
  }

  /**
   * Uploads edges.
   *
   * @param weight the weight of every halo row that is left
   */
  static SplitEdges upload(
      EdgeArrays kept,
      float[] weight,
      DeviceMemory device,
      SparseMatrix coreEdges,
      EdgeNorm norm,
      int[] degrees) {
    Buffer targetScale = coreEdges.byRow().rowScale();
    float[] scale = Arrays.copyOf(weight, kept.sources);
    for (int u = 0; u < scale.length; u++) {
      scale[u] *= norm.sourceScale(degrees[u]);
    }
    Buffer sourceScale = device.floats(scale, scale.length);
    return new SplitEdges(
        coreEdges,
        new SparseMatrix(
            kept.byTarget(device, targetScale, sourceScale),
            kept.bySource(device, targetScale, sourceScale),
            null));
  }

  long heldBytes() {
    return (long) (column.length + edge.length + edgeStart.length + weight.length) * Integer.BYTES
        + kept.heldBytes();
  }
}
