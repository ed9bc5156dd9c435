package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.sampled.EdgeArrays;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.SplitEdges;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Those links to halo rows that an epoch keeps. How many a link stands for is the same for all
 * links to a row: a factor per column, not per link.
 */
final class HaloEdges {
  private final Backend backend;
  private final Workspace device;
  private final int[] column;

  /** The place of every link to the halo among all links, and where those of a row begin. */
  private final int[] link;

  private final int[] linkStart;
  private final int core;

  /** The core rows that read every halo row; null until they are asked for. */
  private int[] rowsOf;

  private int[] rowsStart;
  private final EdgeArrays kept = new EdgeArrays();
  private float[] stands = {};

  /**
   * @param start where the links of a core row begin, rows + 1
   * @param column the row of a link's source: a core row, or one behind them of the halo
   */
  HaloEdges(long[] start, int[] column, Backend backend, Workspace device) {
    this.backend = backend;
    this.device = device;
    this.column = column;
    this.core = start.length - 1;
    this.linkStart = new int[core + 1];
    int[] found = new int[column.length];
    int count = 0;
    for (int row = 0; row < core; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        if (column[e] >= core) {
          found[count++] = e;
        }
      }
      linkStart[row + 1] = count;
    }
    this.link = Arrays.copyOf(found, count);
  }

  /**
   * Takes those links that were drawn.
   *
   * @param placeOf the new place of every halo row
   * @param sources halo rows that are left
   */
  void take(EpochDraw draw, int[] placeOf, int sources) {
    kept.room(core, sources, link.length);
    stands = stands.length < sources ? new float[sources] : stands;
    int at = 0;
    for (int row = 0; row < core; row++) {
      kept.start[row] = at;
      for (int i = linkStart[row]; i < linkStart[row + 1]; i++) {
        float factor = draw.weight(link[i], column[link[i]]);
        if (factor > 0) {
          int place = placeOf[column[link[i]] - core];
          kept.column[at++] = place;
          stands[place] = factor;
        }
      }
    }
    kept.start[core] = at;
    kept.cells = at;
    kept.turn();
  }

  /** Takes all links to drawn halo rows, without looking at those to others. */
  void takeNodes(HaloPlan all, HaloPlan drawn) {
    if (rowsOf == null) {
      turn(all.haloCount());
    }
    kept.room(drawn.haloCount(), core, link.length);
    stands = stands.length < drawn.haloCount() ? new float[drawn.haloCount()] : stands;
    int at = 0;
    for (int owner = 0; owner < all.workers(); owner++) {
      float factor = (float) all.haloCount(owner) / drawn.haloCount(owner);
      for (int i = 0; i < drawn.haloCount(owner); i++) {
        int place = drawn.haloStart(owner) + i;
        int before = all.haloStart(owner) + drawn.haloPlace(owner, i);
        stands[place] = factor;
        kept.start[place] = at;
        int count = rowsStart[before + 1] - rowsStart[before];
        System.arraycopy(rowsOf, rowsStart[before], kept.column, at, count);
        at += count;
      }
    }
    kept.start[drawn.haloCount()] = at;
    kept.cells = at;
    kept.turn();
    kept.swap();
  }

  /** Lists the core rows that read each halo row. */
  private void turn(int halo) {
    rowsStart = new int[halo + 1];
    rowsOf = new int[link.length];
    for (int e : link) {
      rowsStart[column[e] - core + 1]++;
    }
    for (int u = 0; u < halo; u++) {
      rowsStart[u + 1] += rowsStart[u];
    }
    int[] next = rowsStart.clone();
    for (int row = 0; row < core; row++) {
      for (int i = linkStart[row]; i < linkStart[row + 1]; i++) {
        rowsOf[next[column[link[i]] - core]++] = row;
      }
    }
  }

  /**
   * Takes them to the device.
   *
   * @param whole the links to all halo rows, whose core part stays
   * @param degrees of the kept halo rows, from a place on; for {@link EdgeNorm#SYMMETRIC}
   */
  SplitEdges upload(SplitEdges whole, EdgeNorm norm, int[] degrees, int from) {
    Buffer rowScale = whole.halo().byRow().rowScale();
    float[] scale = Arrays.copyOf(stands, kept.sources);
    for (int u = 0; norm == EdgeNorm.SYMMETRIC && u < scale.length; u++) {
      scale[u] *= (float) (1 / Math.sqrt((double) degrees[from + u]));
    }
    Buffer columnScale = upload(DType.F32, MemorySegment.ofArray(scale), scale.length);
    var byRow =
        new Csr(
            kept.targets,
            kept.sources,
            kept.cells,
            upload(DType.I64, MemorySegment.ofArray(kept.start), kept.targets + 1),
            upload(DType.I32, MemorySegment.ofArray(kept.column), kept.cells),
            null,
            rowScale,
            columnScale);
    var byColumn =
        new Csr(
            kept.sources,
            kept.targets,
            kept.cells,
            upload(DType.I64, MemorySegment.ofArray(kept.turnedStart), kept.sources + 1),
            upload(DType.I32, MemorySegment.ofArray(kept.turnedColumn), kept.cells),
            null,
            columnScale,
            rowScale);
    return new SplitEdges(whole.core(), new SparseMatrix(byRow, byColumn, null));
  }

  private Buffer upload(DType type, MemorySegment cells, int count) {
    Buffer buffer = device.buffer(type, count);
    backend.upload(cells, buffer);
    return buffer;
  }
}
