package dev.atoll.train.batch.shard;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.train.batch.Neighborhood;
import dev.atoll.train.batch.sampled.SampledEdges;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.EpochDraw;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/** The edges of a shard that an epoch keeps, to core rows and to halo rows in one matrix. */
final class JoinedEdges implements AutoCloseable {
  private final long[] start;
  private final int[] column;
  private final SampledEdges edges;
  private final Arena memory = Arena.ofShared();
  private final MemorySegment keptStart;
  private final MemorySegment keptColumn;
  private final MemorySegment keptFactor;
  private final MemorySegment targetDegree;

  /**
   * @param start where the edges of a core row begin, rows + 1
   * @param column the row of an edge's source: a core row, or one behind them of the halo
   */
  JoinedEdges(long[] start, int[] column, SampledEdges edges) {
    this.start = start;
    this.column = column;
    this.edges = edges;
    int core = start.length - 1;
    this.keptStart = memory.allocate(JAVA_LONG, core + 1L);
    this.keptColumn = memory.allocate(JAVA_INT, Math.max(1, column.length));
    this.keptFactor = memory.allocate(JAVA_FLOAT, Math.max(1, column.length));
    this.targetDegree = memory.allocate(JAVA_INT, Math.max(1, core));
    for (int row = 0; row < core; row++) {
      targetDegree.setAtIndex(JAVA_INT, row, (int) (start[row + 1] - start[row]));
    }
  }

  /**
   * Takes those edges that were drawn to the device.
   *
   * @param targets core rows whose edges are taken: the first ones
   * @param sources core rows that are read: the first ones
   * @param haloRows the halo rows that are left, ascending
   * @param degrees of those core rows and halo rows
   * @param ids of those core rows and halo rows
   */
  DeviceBlock take(
      EpochDraw draw,
      int targets,
      int sources,
      int[] haloRows,
      Set<EdgeNorm> norms,
      int[] degrees,
      long[] ids) {
    int core = start.length - 1;
    int[] placeOf = HaloEdges.placesOf(haloRows);
    int kept = 0;
    for (int row = 0; row < targets; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        float factor = draw.weight(e, column[e]);
        if (factor > 0) {
          int source = column[e] < core ? column[e] : sources + placeOf[column[e] - core];
          keptColumn.setAtIndex(JAVA_INT, kept, source);
          keptFactor.setAtIndex(JAVA_FLOAT, kept, factor);
          kept++;
        }
      }
      keptStart.setAtIndex(JAVA_LONG, row + 1L, kept);
    }
    var part =
        new Neighborhood(
            targets,
            sources + haloRows.length,
            kept,
            keptStart,
            keptColumn,
            keptFactor,
            targetDegree);
    return edges.upload(part, norms, true, degrees, ids);
  }

  /** Bytes of the edges of the shard and of the edges taken for an epoch. */
  long heldBytes() {
    return (long) start.length * Long.BYTES
        + (long) column.length * Integer.BYTES
        + keptStart.byteSize()
        + keptColumn.byteSize()
        + keptFactor.byteSize()
        + targetDegree.byteSize();
  }

  @Override
  public void close() {
    memory.close();
  }
}
