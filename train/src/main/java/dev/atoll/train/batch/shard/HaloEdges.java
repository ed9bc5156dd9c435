package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.sampled.EdgeArrays;
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

  /** The place of every edge to the halo among all edges, and where those of a row begin. */
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
   * @param placeOf the new place of every halo row
   * @param sources halo rows that are left
   */
  void take(EpochDraw draw, int[] placeOf, int sources) {
    kept.reserve(core, sources, edge.length);
    weight = weight.length < sources ? new float[sources] : weight;
    int at = 0;
    for (int row = 0; row < core; row++) {
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
    kept.start[core] = at;
    kept.edges = at;
    kept.transpose();
  }

  /**
   * Takes them to the device.
   *
   * @param whole the edges to all halo rows, whose core part stays
   * @param degrees of the kept halo rows, from a place on; for {@link EdgeNorm#SYMMETRIC}
   */
  SplitEdges upload(SplitEdges whole, EdgeNorm norm, int[] degrees, int from) {
    return upload(kept, weight, device, whole, norm, degrees, from);
  }

  /**
   * Takes edges to the device.
   *
   * @param weight of every kept halo row
   */
  static SplitEdges upload(
      EdgeArrays kept,
      float[] weight,
      DeviceMemory device,
      SplitEdges whole,
      EdgeNorm norm,
      int[] degrees,
      int from) {
    Buffer targetScale = whole.halo().byRow().rowScale();
    float[] scale = Arrays.copyOf(weight, kept.sources);
    for (int u = 0; u < scale.length; u++) {
      scale[u] *= norm.sourceScale(degrees[from + u]);
    }
    Buffer sourceScale = device.floats(scale, scale.length);
    return new SplitEdges(
        whole.core(),
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
