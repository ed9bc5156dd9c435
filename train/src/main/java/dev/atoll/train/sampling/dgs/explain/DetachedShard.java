package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.batch.RowGraph;
import dev.atoll.train.batch.shard.ShardGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A shard without remote reads: core nodes with all their edges, and halo nodes with their edges to
 * core nodes, as if every edge had both directions.
 */
final class DetachedShard implements RowGraph {
  private final ShardGraph shard;
  private final int core;
  private final Arena memory;

  DetachedShard(ShardGraph shard, int core, Arena memory) {
    this.shard = shard;
    this.core = core;
    this.memory = memory;
  }

  @Override
  public long id(int row) {
    return row;
  }

  @Override
  public boolean isSymmetric() {
    return false;
  }

  @Override
  public HostCsr edges(boolean selfLoops) {
    HostCsr known = shard.edges(selfLoops);
    long[] start = new long[shard.rows() + 1];
    for (int row = 0; row < core; row++) {
      start[row + 1] = known.start(row + 1L) - known.start(row);
      for (long e = known.start(row); e < known.start(row + 1L); e++) {
        if (known.columnOf(e) >= core) {
          start[known.columnOf(e) + 1]++;
        }
      }
    }
    for (int row = core; selfLoops && row < shard.rows(); row++) {
      start[row + 1]++;
    }
    for (int row = 0; row < shard.rows(); row++) {
      start[row + 1] += start[row];
    }
    return fill(known, start, selfLoops);
  }

  private HostCsr fill(HostCsr known, long[] start, boolean selfLoops) {
    int rows = shard.rows();
    MemorySegment column = memory.allocate(JAVA_INT, Math.max(1, start[rows]));
    long[] next = start.clone();
    for (int row = core; selfLoops && row < rows; row++) {
      column.setAtIndex(JAVA_INT, next[row]++, row);
    }
    for (int row = 0; row < core; row++) {
      for (long e = known.start(row); e < known.start(row + 1L); e++) {
        int source = known.columnOf(e);
        column.setAtIndex(JAVA_INT, next[row]++, source);
        if (source >= core) {
          column.setAtIndex(JAVA_INT, next[source]++, row);
        }
      }
    }
    MemorySegment starts = memory.allocate(JAVA_LONG, start.length);
    MemorySegment.copy(start, 0, starts, JAVA_LONG, 0, start.length);
    return new HostCsr(rows, rows, starts, column, null);
  }
}
