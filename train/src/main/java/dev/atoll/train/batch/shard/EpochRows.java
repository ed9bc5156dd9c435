package dev.atoll.train.batch.shard;

import dev.atoll.comm.Communicator;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.ExchangePlan;
import dev.atoll.train.halo.HaloPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/** The halo rows of an epoch, and the edges to them. */
public interface EpochRows extends AutoCloseable {
  /** Draws the rows of an epoch. All workers call it together. */
  void draw(int epoch);

  /** The halo rows behind the core rows. */
  HaloPlan shape();

  /** The halo rows that are sent in this epoch; the others stay stale. */
  HaloPlan sent();

  /** The edges to core rows. */
  ShardEdges edges();

  /** Bytes held on the device for the rows of an epoch. */
  default long heldBytes() {
    return 0;
  }

  @Override
  void close();

  /**
   * The rows of a planned exchange.
   *
   * @param whole the shard with its whole halo
   * @param all the rows that workers read of each other
   * @param originalIds for every node after partitioning its number in the dataset, int32
   * @param key names all draws of the run; the same on all workers
   */
  static EpochRows of(
      ExchangePlan plan,
      DeviceMemory memory,
      Shard shard,
      ShardBatch whole,
      HaloPlan all,
      MemorySegment originalIds,
      Communicator workers,
      Set<EdgeNorm> norms,
      RandomKey key) {
    if (plan.rows().isFixed()) {
      return new FullRefresh(all, whole.edges());
    }
    try (Arena passing = Arena.ofShared()) {
      var graph = new ShardGraph(shard, originalIds, whole.degrees(), passing);
      var boundary = new ShardBoundary(graph, all, workers);
      if (plan.refreshesInPart()) {
        return new PartialRefresh(all, whole.edges(), plan.rows().open(boundary), key);
      }
      return new BoundarySampledShard(
          memory, boundary, whole.edges(), whole.degrees(), plan.rows(), key, norms);
    }
  }

  /** The whole halo in every epoch. */
  record FullRefresh(HaloPlan shape, ShardEdges edges) implements EpochRows {
    @Override
    public void draw(int epoch) {}

    @Override
    public HaloPlan sent() {
      return shape;
    }

    @Override
    public void close() {}
  }

  /** The whole halo, of which every epoch but the first refreshes a part. */
  final class PartialRefresh implements EpochRows {
    private final HaloPlan all;
    private final ShardEdges edges;
    private final EpochDraw draw;
    private final RandomKey key;
    private HaloPlan sent;

    PartialRefresh(HaloPlan all, ShardEdges edges, EpochDraw draw, RandomKey key) {
      this.all = all;
      this.edges = edges;
      this.draw = draw;
      this.key = key;
    }

    @Override
    public void draw(int epoch) {
      sent = epoch == 0 ? all : draw.draw(key.child(epoch));
    }

    @Override
    public HaloPlan shape() {
      return all;
    }

    @Override
    public HaloPlan sent() {
      return sent;
    }

    @Override
    public ShardEdges edges() {
      return edges;
    }

    @Override
    public void close() {}
  }
}
