package dev.atoll.train.batch.shard;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Buffer;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.sampled.SampledEdges;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.EpochDraw;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.exchange.LayerPlans;
import dev.atoll.train.halo.exchange.SplitEdges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * A shard whose edges or halo nodes a {@link BoundarySampler} draws in every epoch: the core rows
 * of a layer with some of the halo behind them, and the edges between those.
 */
final class BoundarySampledShard implements EpochRows {
  private final NeededRows needed;
  private final RandomKey key;
  private final IntFunction<ShardEdges> whole;
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
  private LayerPlans plans;
  private final List<ShardEdges> edges = new ArrayList<>();
  private final List<Buffer> haloIds = new ArrayList<>();

  /**
   * @param needed the rows of the layers
   * @param whole by layer, all its edges on the device
   * @param degrees of the shard's rows in the whole graph, themselves counted as neighbours
   * @param key names all draws of the run; the same on all workers
   */
  BoundarySampledShard(
      DeviceMemory memory,
      ShardBoundary boundary,
      NeededRows needed,
      IntFunction<ShardEdges> whole,
      int[] degrees,
      BoundarySampler sampler,
      RandomKey key,
      Set<EdgeNorm> norms) {
    this.needed = needed;
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
  }

  @Override
  public void draw(int epoch) {
    plans = needed.drawn(draw.draw(key.child(epoch)));
    device.workspace().reset();
    edges.clear();
    haloIds.clear();
    edges.add(null);
    haloIds.add(null);
    for (int layer = 1; layer < needed.layers(); layer++) {
      if (layer > 1 && needed.areAlike(layer, layer - 1)) {
        edges.add(edges.getLast());
        haloIds.add(haloIds.getLast());
        continue;
      }
      int[] rows = haloRows(layer);
      edges.add(layer(layer, rows));
      haloIds.add(idsOf(rows));
    }
  }

  private Buffer idsOf(int[] haloRows) {
    long[] found = Arrays.stream(haloRows).mapToLong(row -> ids[core + row]).toArray();
    return device.longs(found, found.length);
  }

  private ShardEdges layer(int layer, int[] rows) {
    int targets = needed.targets(layer);
    var split = new EnumMap<EdgeNorm, SplitEdges>(EdgeNorm.class);
    if (nodeEdges != null) {
      nodeEdges.take(targets, rows, draw);
      sums.forEach(
          norm ->
              split.put(
                  norm,
                  HaloEdges.upload(
                      nodeEdges.kept(),
                      nodeEdges.weight(),
                      device,
                      whole.apply(layer).sums().get(norm).core(),
                      norm,
                      degreesOf(rows))));
    }
    if (haloEdges != null) {
      haloEdges.take(draw, targets, rows);
      sums.forEach(
          norm ->
              split.put(
                  norm,
                  haloEdges.upload(
                      whole.apply(layer).sums().get(norm).core(), norm, degreesOf(rows))));
    }
    int sources = needed.sources(layer);
    DeviceBlock others =
        joinedEdges == null
            ? null
            : joinedEdges.take(
                draw,
                targets,
                sources,
                rows,
                joined,
                behind(sources, rows, degrees),
                behind(sources, rows, ids));
    return new ShardEdges(targets, sources, rows.length, split, others);
  }

  /** The drawn halo rows that a layer reads, as indices among all halo rows. */
  private int[] haloRows(int layer) {
    return needed.drawnHaloRows(plans.of(0), layer);
  }

  private int[] degreesOf(int[] haloRows) {
    return Arrays.stream(haloRows).map(row -> degrees[core + row]).toArray();
  }

  /** Numbers of the first core rows, then of some halo rows. */
  private int[] behind(int sources, int[] haloRows, int[] numbers) {
    int[] kept = Arrays.copyOf(numbers, sources + haloRows.length);
    for (int i = 0; i < haloRows.length; i++) {
      kept[sources + i] = numbers[core + haloRows[i]];
    }
    return kept;
  }

  private long[] behind(int sources, int[] haloRows, long[] numbers) {
    long[] kept = Arrays.copyOf(numbers, sources + haloRows.length);
    for (int i = 0; i < haloRows.length; i++) {
      kept[sources + i] = numbers[core + haloRows[i]];
    }
    return kept;
  }

  /** The dataset's own numbers of a layer's core rows and of the halo rows behind them. */
  long[] ids(int layer) {
    return behind(needed.sources(layer), haloRows(layer), ids);
  }

  @Override
  public HaloPlan shape(int layer) {
    return plans.of(layer);
  }

  @Override
  public HaloPlan sent(int layer) {
    return plans.of(layer);
  }

  @Override
  public ShardEdges edges(int layer) {
    return edges.get(layer);
  }

  @Override
  public Buffer haloIds(int layer) {
    return haloIds.get(layer);
  }

  @Override
  public long heldBytes() {
    return device.heldBytes()
        + draw.heldBytes()
        + (nodeEdges == null ? 0 : nodeEdges.heldBytes())
        + (haloEdges == null ? 0 : haloEdges.heldBytes())
        + (joinedEdges == null ? 0 : joinedEdges.heldBytes())
        + (long) ids.length * Long.BYTES
        + (long) degrees.length * Integer.BYTES;
  }

  @Override
  public void close() {
    device.close();
    if (nodeEdges != null) {
      nodeEdges.close();
    }
    if (joinedEdges != null) {
      joinedEdges.close();
    }
  }
}
