package dev.atoll.train.batch.shard;

import dev.atoll.comm.Communicator;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Buffer;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.ExchangePlan;
import dev.atoll.train.halo.HaloPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
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

  /** The ids of the halo nodes, on the device; null where nobody has asked for them. */
  Buffer haloIds();

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
    try (Arena passing = Arena.ofShared()) {
      var graph = new ShardGraph(shard, originalIds, whole.degrees(), passing);
      Buffer haloIds = plan.sendsEmbeddings() ? haloIds(graph, memory) : null;
      if (plan.rows().isFixed()) {
        return new FullRefresh(all, whole.edges(), haloIds);
      }
      var boundary = new ShardBoundary(graph, all, workers);
      if (plan.refreshesInPart()) {
        return new PartialRefresh(all, whole.edges(), haloIds, plan.rows().open(boundary), key);
      }
      return new BoundarySampledShard(
          memory, boundary, whole.edges(), whole.degrees(), plan.rows(), key, norms);
    }
  }

  private static Buffer haloIds(ShardGraph graph, DeviceMemory memory) {
    long[] ids = graph.ids();
    return memory.longs(
        Arrays.copyOfRange(ids, graph.core(), ids.length), ids.length - graph.core());
  }

  /** The whole halo in every epoch. */
  record FullRefresh(HaloPlan shape, ShardEdges edges, Buffer haloIds) implements EpochRows {
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
    private final Buffer haloIds;
    private final EpochDraw draw;
    private final RandomKey key;
    private HaloPlan sent;

    PartialRefresh(HaloPlan all, ShardEdges edges, Buffer haloIds, EpochDraw draw, RandomKey key) {
      this.all = all;
      this.edges = edges;
      this.haloIds = haloIds;
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
    public Buffer haloIds() {
      return haloIds;
    }

    @Override
    public void close() {}
  }
}
