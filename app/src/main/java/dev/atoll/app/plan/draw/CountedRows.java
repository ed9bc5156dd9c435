package dev.atoll.app.plan.draw;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.TieredRows;
import java.util.BitSet;

/** Feature rows that a real run would have on a GPU or in pinned memory. */
final class CountedRows implements TieredRows {
  private final int width;
  private final int nodes;
  private final BitSet near = new BitSet();
  private final BitSet pinned = new BitSet();
  private final long heldBytes;

  CountedRows(CountingGpu gpu, Matrix host, int[] nearNodes, int[] pinnedNodes) {
    this.width = host.cols();
    this.nodes = host.rows();
    if (nearNodes == null) {
      near.set(0, nodes);
    } else {
      set(near, nearNodes);
    }
    if (pinnedNodes == null) {
      pinned.set(0, nodes);
      pinned.andNot(near);
    } else {
      set(pinned, pinnedNodes);
    }
    long places = nearNodes == null ? 0 : (long) nodes * Integer.BYTES;
    this.heldBytes = near.cardinality() * host.rowBytes() + places;
    gpu.allocate(heldBytes);
    gpu.allocatePinned(pinned.cardinality() * host.rowBytes());
  }

  private static void set(BitSet bits, int[] nodes) {
    for (int node : nodes) {
      bits.set(node);
    }
  }

  RowTier tier(int node) {
    return near.get(node) ? RowTier.DEVICE : pinned.get(node) ? RowTier.PINNED : RowTier.PAGEABLE;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int rows(RowTier tier) {
    return switch (tier) {
      case DEVICE -> near.cardinality();
      case PINNED -> pinned.cardinality();
      case PAGEABLE -> nodes - near.cardinality() - pinned.cardinality();
    };
  }

  @Override
  public long heldBytes() {
    return heldBytes;
  }

  @Override
  public long rowBytes() {
    return (long) width * Float.BYTES;
  }

  @Override
  public void close() {}
}
