package dev.atoll.train.batch.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.batch.RowGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A shard in the order of its rows: core nodes, then halo nodes, which have no edges here. */
public final class ShardGraph implements RowGraph {
  private final Shard shard;
  private final Ordering order;
  private final Ordering haloOrder;
  private final NodeNumbering numbering;
  private final int[] degrees;
  private final Arena memory;
  private final Map<Boolean, Split> splits = new HashMap<>();

  /**
   * @param order of the core rows
   * @param haloOrder of the halo rows
   * @param degrees of core and halo nodes in the whole graph, themselves counted as neighbours
   */
  ShardGraph(
      Shard shard,
      Ordering order,
      Ordering haloOrder,
      NodeNumbering numbering,
      int[] degrees,
      Arena memory) {
    this.shard = shard;
    this.order = order;
    this.haloOrder = haloOrder;
    this.numbering = numbering;
    this.degrees = degrees;
    this.memory = memory;
  }

  /** A shard whose rows are in the order of its nodes. */
  public ShardGraph(Shard shard, NodeNumbering numbering, int[] degrees, Arena memory) {
    this(
        shard,
        Ordering.identity(shard.coreCount()),
        Ordering.identity(shard.haloCount()),
        numbering,
        degrees,
        memory);
  }

  int core() {
    return shard.coreCount();
  }

  public int rows() {
    return shard.coreCount() + shard.haloCount();
  }

  /** The number, after partitioning, of a row's node. */
  int node(int row) {
    int core = shard.coreCount();
    return row < core
        ? shard.book().first(shard.part()) + order.oldOf(row)
        : shard.haloNode(haloOrder.oldOf(row - core));
  }

  @Override
  public long id(int row) {
    return numbering.original(node(row));
  }

  /** The dataset's own numbers of all rows. */
  long[] ids() {
    long[] ids = new long[rows()];
    Arrays.setAll(ids, this::id);
    return ids;
  }

  /** The edges of halo nodes are elsewhere. */
  @Override
  public boolean isSymmetric() {
    return false;
  }

  @Override
  public long degree(int row, HostCsr edges, boolean selfLoops) {
    return selfLoops || row >= shard.coreCount()
        ? degrees[row]
        : edges.start(row + 1L) - edges.start(row);
  }

  @Override
  public HostCsr edges(boolean selfLoops) {
    int core = shard.coreCount();
    long most = selfLoops ? core : 0;
    for (int row = 0; row < core; row++) {
      most += shard.inDegree(node(row));
    }
    MemorySegment start = memory.allocate(JAVA_LONG, rows() + 1L);
    MemorySegment column = memory.allocate(JAVA_INT, Math.max(1, most));
    long at = 0;
    for (int row = 0; row < core; row++) {
      if (selfLoops) {
        column.setAtIndex(JAVA_INT, at++, row);
      }
      int node = node(row);
      long degree = shard.inDegree(node);
      for (long e = 0; e < degree; e++) {
        int source = row(shard.inNeighbor(node, e));
        if (!selfLoops || source != row) {
          column.setAtIndex(JAVA_INT, at++, source);
        }
      }
      start.setAtIndex(JAVA_LONG, row + 1L, at);
    }
    for (int row = core; row < rows(); row++) {
      start.setAtIndex(JAVA_LONG, row + 1L, at);
    }
    return new HostCsr(rows(), rows(), start, column.asSlice(0, at * Integer.BYTES), null);
  }

  /**
   * The edges of core rows.
   *
   * @param core to core rows, which ascend
   * @param halo to halo rows, counted from 0
   */
  record Split(HostCsr core, HostCsr halo) {
    /** The number of neighbours of a core row. */
    long degree(int row) {
      return core.start(row + 1L) - core.start(row) + halo.start(row + 1L) - halo.start(row);
    }
  }

  /** The edges of {@link #edges}, split into edges to core rows and to halo rows. */
  Split split(boolean selfLoops) {
    return splits.computeIfAbsent(selfLoops, this::makeSplit);
  }

  private Split makeSplit(boolean selfLoops) {
    HostCsr all = edges(selfLoops);
    int core = shard.coreCount();
    long[] toCore = new long[core + 1];
    long[] toHalo = new long[core + 1];
    MemorySegment coreColumn = memory.allocate(JAVA_INT, Math.max(1, all.nonZeros()));
    MemorySegment haloColumn = memory.allocate(JAVA_INT, Math.max(1, all.nonZeros()));
    for (int row = 0; row < core; row++) {
      toCore[row + 1] = toCore[row];
      toHalo[row + 1] = toHalo[row];
      for (long e = all.start(row); e < all.start(row + 1L); e++) {
        int source = all.columnOf(e);
        if (source < core) {
          coreColumn.setAtIndex(JAVA_INT, toCore[row + 1]++, source);
        } else {
          haloColumn.setAtIndex(JAVA_INT, toHalo[row + 1]++, source - core);
        }
      }
      sort(coreColumn, toCore[row], toCore[row + 1]);
    }
    return new Split(
        new HostCsr(core, core, memory.allocateFrom(JAVA_LONG, toCore), coreColumn, null),
        new HostCsr(
            core, shard.haloCount(), memory.allocateFrom(JAVA_LONG, toHalo), haloColumn, null));
  }

  private static void sort(MemorySegment numbers, long from, long to) {
    MemorySegment range = numbers.asSlice(from * Integer.BYTES, (to - from) * Integer.BYTES);
    int[] sorted = range.toArray(JAVA_INT);
    Arrays.sort(sorted);
    MemorySegment.copy(sorted, 0, range, JAVA_INT, 0, sorted.length);
  }

  /** The row of a node that is core or halo here. */
  private int row(long node) {
    long first = shard.book().first(shard.part());
    if (node >= first && node < first + shard.coreCount()) {
      return order.newOf((int) (node - first));
    }
    return shard.coreCount() + haloOrder.newOf(shard.haloPlace(node));
  }
}
