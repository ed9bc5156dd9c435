package dev.atoll.train.batch.shard;

import dev.atoll.comm.Communicator;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Buffer;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.exchange.LayerPlans;
import dev.atoll.train.halo.plan.ExchangePlan;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** The halo rows of an epoch's layers, and the edges to them. */
public interface EpochRows extends AutoCloseable {
  /** Draws the rows of an epoch. All workers call it together. */
  void draw(int epoch);

  /** The halo rows behind the core rows of a layer. */
  HaloPlan shape(int layer);

  /** The halo rows that are sent in this epoch; other rows stay stale. */
  HaloPlan sent(int layer);

  /** The edges to core rows. */
  ShardEdges edges(int layer);

  /** The ids of a layer's halo nodes, on the device; null before they are first needed. */
  Buffer haloIds(int layer);

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
   * @param needed the rows of its layers
   * @param key names all draws of the run; the same on all workers
   */
  static EpochRows of(
      ExchangePlan plan,
      DeviceMemory memory,
      Shard shard,
      ShardBatch whole,
      NeededRows needed,
      NodeNumbering numbering,
      Communicator workers,
      Set<EdgeNorm> norms,
      RandomKey key) {
    if (plan.rows().isFixed() && !plan.sendsEmbeddings()) {
      return new FullRefresh(needed, whole::edges, List.of());
    }
    try (Arena passing = Arena.ofShared()) {
      var graph =
          new ShardGraph(
              shard, needed.order(), needed.haloOrder(), numbering, whole.degrees(), passing);
      List<Buffer> haloIds =
          plan.sendsEmbeddings() ? haloIds(graph.ids(), needed, memory) : List.of();
      if (plan.rows().isFixed()) {
        return new FullRefresh(needed, whole::edges, haloIds);
      }
      var boundary = new ShardBoundary(graph, needed.all(), workers);
      if (plan.refreshesInPart()) {
        return new PartialRefresh(needed, whole::edges, haloIds, plan.rows().open(boundary), key);
      }
      return new BoundarySampledShard(
          memory, boundary, needed, whole::edges, whole.degrees(), plan.rows(), key, norms);
    }
  }

  /** The ids of every layer's halo rows. */
  private static List<Buffer> haloIds(long[] ids, NeededRows needed, DeviceMemory memory) {
    var byLayer = new ArrayList<Buffer>();
    for (int layer = 0; layer < needed.layers(); layer++) {
      int[] rows = needed.haloRows(layer);
      int core = ids.length - needed.all().haloCount();
      long[] found = Arrays.stream(rows).mapToLong(row -> ids[core + row]).toArray();
      boolean again = layer > 1 && needed.areAlike(layer, layer - 1);
      byLayer.add(again ? byLayer.getLast() : memory.longs(found, found.length));
    }
    return byLayer;
  }

  /** The whole halo in every epoch. */
  record FullRefresh(
      NeededRows needed, IntFunction<ShardEdges> edgesOf, List<Buffer> haloIdsByLayer)
      implements EpochRows {
    @Override
    public void draw(int epoch) {}

    @Override
    public HaloPlan shape(int layer) {
      return needed.plans().of(layer);
    }

    @Override
    public HaloPlan sent(int layer) {
      return shape(layer);
    }

    @Override
    public ShardEdges edges(int layer) {
      return edgesOf.apply(layer);
    }

    @Override
    public Buffer haloIds(int layer) {
      return haloIdsByLayer.isEmpty() ? null : haloIdsByLayer.get(layer);
    }

    @Override
    public void close() {}
  }

  /** The whole halo, of which every epoch but the first refreshes a part. */
  final class PartialRefresh implements EpochRows {
    private final NeededRows needed;
    private final IntFunction<ShardEdges> edges;
    private final List<Buffer> haloIds;
    private final EpochDraw draw;
    private final RandomKey key;
    private LayerPlans sent;

    PartialRefresh(
        NeededRows needed,
        IntFunction<ShardEdges> edges,
        List<Buffer> haloIds,
        EpochDraw draw,
        RandomKey key) {
      this.needed = needed;
      this.edges = edges;
      this.haloIds = haloIds;
      this.draw = draw;
      this.key = key;
    }

    @Override
    public void draw(int epoch) {
      sent = epoch == 0 ? needed.plans() : needed.drawn(draw.draw(key.child(epoch)));
    }

    @Override
    public HaloPlan shape(int layer) {
      return needed.plans().of(layer);
    }

    @Override
    public HaloPlan sent(int layer) {
      return sent.of(layer);
    }

    @Override
    public ShardEdges edges(int layer) {
      return edges.apply(layer);
    }

    @Override
    public Buffer haloIds(int layer) {
      return haloIds.isEmpty() ? null : haloIds.get(layer);
    }

    @Override
    public void close() {}
  }
}
