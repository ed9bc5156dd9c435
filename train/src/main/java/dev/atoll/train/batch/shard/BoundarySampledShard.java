package dev.atoll.train.batch.shard;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Buffer;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.sampled.SampledEdges;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.exchange.SplitEdges;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Set;

/**
 * A shard whose edges or halo nodes a {@link BoundarySampler} draws in every epoch: core rows with
 * some of the halo behind them, and the edges between those.
 */
final class BoundarySampledShard implements EpochRows {
  private final HaloPlan all;
  private final RandomKey key;
  private final ShardEdges whole;
  private final Set<EdgeNorm> joined = EnumSet.noneOf(EdgeNorm.class);
  private final Set<EdgeNorm> sums = EnumSet.noneOf(EdgeNorm.class);
  private final int core;
  private final long[] ids;
  private final int[] degrees;
  private final EpochDraw draw;
  private final DeviceMemory device;
  private final HaloEdges haloEdges;
  private final NodeEdges nodeEdges;
  private final JoinedEdges joinedEdges;
  private long[] keptIds;
  private int[] keptDegrees;
  private HaloPlan plan;
  private ShardEdges edges;
  private Buffer haloIds;

  /**
   * @param whole the edges of the shard on the device
   * @param degrees of its rows in the whole graph, themselves counted as neighbours
   * @param key names all draws of the run; the same on all workers
   */
  BoundarySampledShard(
      DeviceMemory memory,
      ShardBoundary boundary,
      ShardEdges whole,
      int[] degrees,
      BoundarySampler sampler,
      RandomKey key,
      Set<EdgeNorm> norms) {
    this.all = boundary.halo();
    this.key = key;
    this.whole = whole;
    this.degrees = degrees;
    this.core = boundary.core();
    norms.forEach(norm -> (norm.isSum() && sampler.keepsCoreEdges() ? sums : joined).add(norm));
    this.ids = boundary.ids();
    this.draw = sampler.open(boundary);
    this.device = new DeviceMemory(memory.backend());
    boolean nodes = draw.drawsNodes();
    this.nodeEdges = sums.isEmpty() || !nodes ? null : new NodeEdges(boundary.graph());
    this.haloEdges =
        sums.isEmpty() || nodes
            ? null
            : new HaloEdges(boundary.edgeStart(), boundary.edgeSource(), device);
    this.joinedEdges =
        joined.isEmpty()
            ? null
            : new JoinedEdges(
                boundary.edgeStart(), boundary.edgeSource(), new SampledEdges(device));
    this.keptIds = Arrays.copyOf(ids, core);
    this.keptDegrees = Arrays.copyOf(degrees, core);
  }

  @Override
  public void draw(int epoch) {
    plan = draw.draw(key.child(epoch));
    int[] placeOf = takeHalo();
    device.workspace().reset();
    haloIds =
        device.longs(Arrays.copyOfRange(keptIds, core, core + plan.haloCount()), plan.haloCount());
    var split = new EnumMap<EdgeNorm, SplitEdges>(EdgeNorm.class);
    if (nodeEdges != null) {
      nodeEdges.take(all, plan, draw);
      sums.forEach(
          norm ->
              split.put(
                  norm,
                  HaloEdges.upload(
                      nodeEdges.kept(),
                      nodeEdges.weight(),
                      device,
                      whole.sums().get(norm),
                      norm,
                      keptDegrees,
                      core)));
    }
    if (haloEdges != null) {
      haloEdges.take(draw, placeOf, plan.haloCount());
      sums.forEach(
          norm ->
              split.put(norm, haloEdges.upload(whole.sums().get(norm), norm, keptDegrees, core)));
    }
    DeviceBlock others =
        joinedEdges == null
            ? null
            : joinedEdges.take(draw, placeOf, plan.haloCount(), joined, keptDegrees, keptIds);
    edges = new ShardEdges(core, plan.haloCount(), split, others);
  }

  /** Lines the chosen halo rows up behind the core rows; returns the new place of each. */
  private int[] takeHalo() {
    int[] placeOf = new int[all.haloCount()];
    if (keptIds.length < core + plan.haloCount()) {
      keptIds = Arrays.copyOf(keptIds, core + plan.haloCount());
      keptDegrees = Arrays.copyOf(keptDegrees, core + plan.haloCount());
    }
    for (int owner = 0; owner < all.workers(); owner++) {
      for (int i = 0; i < plan.haloCount(owner); i++) {
        int before = all.haloStart(owner) + plan.haloPlace(owner, i);
        int now = plan.haloStart(owner) + i;
        placeOf[before] = now;
        keptIds[core + now] = ids[core + before];
        keptDegrees[core + now] = degrees[core + before];
      }
    }
    return placeOf;
  }

  /** The dataset's own numbers of core rows and of the halo rows behind them. */
  long[] ids() {
    return keptIds;
  }

  @Override
  public HaloPlan shape() {
    return plan;
  }

  @Override
  public HaloPlan sent() {
    return plan;
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
  public long heldBytes() {
    return device.heldBytes()
        + draw.heldBytes()
        + (nodeEdges == null ? 0 : nodeEdges.heldBytes())
        + (haloEdges == null ? 0 : haloEdges.heldBytes())
        + (joinedEdges == null ? 0 : joinedEdges.heldBytes())
        + (long) (ids.length + keptIds.length) * Long.BYTES
        + (long) (degrees.length + keptDegrees.length + all.haloCount()) * Integer.BYTES;
  }

  @Override
  public void close() {
    device.close();
    if (joinedEdges != null) {
      joinedEdges.close();
    }
  }
}
