package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.sampled.EdgeArrays;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.HaloPlan;
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

  /** The core rows that read every halo row; null until they are asked for. */
  private EdgeArrays readers;

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

  /** Takes all edges to drawn halo rows, without looking at those to others. */
  void takeNodes(HaloPlan all, HaloPlan drawn) {
    if (readers == null) {
      readers = byHaloRow(all.haloCount());
    }
    kept.reserve(drawn.haloCount(), core, edge.length);
    weight = weight.length < drawn.haloCount() ? new float[drawn.haloCount()] : weight;
    int at = 0;
    for (int owner = 0; owner < all.workers(); owner++) {
      float factor = (float) all.haloCount(owner) / drawn.haloCount(owner);
      for (int i = 0; i < drawn.haloCount(owner); i++) {
        int place = drawn.haloStart(owner) + i;
        int before = all.haloStart(owner) + drawn.haloPlace(owner, i);
        weight[place] = factor;
        kept.start[place] = at;
        int from = (int) readers.start[before];
        int count = (int) readers.start[before + 1] - from;
        System.arraycopy(readers.column, from, kept.column, at, count);
        at += count;
      }
    }
    kept.start[drawn.haloCount()] = at;
    kept.edges = at;
    kept.transpose();
    kept.swap();
  }

  /** All edges to the halo: for each halo row the core rows that read it. */
  private EdgeArrays byHaloRow(int halo) {
    var all = new EdgeArrays();
    all.reserve(core, halo, edge.length);
    for (int row = 0; row <= core; row++) {
      all.start[row] = edgeStart[row];
    }
    for (int i = 0; i < edge.length; i++) {
      all.column[i] = column[edge[i]] - core;
    }
    all.edges = edge.length;
    all.transpose();
    all.swap();
    return all;
  }

  /**
   * Takes them to the device.
   *
   * @param whole the edges to all halo rows, whose core part stays
   * @param degrees of the kept halo rows, from a place on; for {@link EdgeNorm#SYMMETRIC}
   */
  SplitEdges upload(SplitEdges whole, EdgeNorm norm, int[] degrees, int from) {
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
}
