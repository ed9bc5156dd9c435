package dev.atoll.train.batch;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.comm.Communicator;
import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.exchange.BoundaryDraw;
import dev.atoll.train.exchange.BoundarySampler;
import dev.atoll.train.exchange.HaloPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * A shard of which every epoch sees a part: core rows with some of the halo behind them, and the
 * links between those.
 */
final class SampledShard implements EpochRows {
  private final BoundarySampler sampler;
  private final HaloPlan all;
  private final Communicator workers;
  private final RandomKey key;
  private final Set<EdgeNorm> norms;
  private final int core;
  private final long[] start;
  private final int[] column;
  private final long[] ids;
  private final int[] degrees;
  private final BoundaryDraw nodeDraw;
  private final LinkDraw draw;
  private final Arena memory = Arena.ofShared();
  private final MemorySegment keptStart;
  private final MemorySegment keptColumn;
  private final MemorySegment keptFactor;
  private final MemorySegment targetDegree;
  private final Workspace device;
  private final SampledLinks links;
  private final long[] keptIds;
  private final int[] keptDegrees;
  private HaloPlan plan;
  private DeviceBlock block;

  /**
   * @param graph core and halo rows
   * @param degrees of those rows in the whole graph, themselves counted as neighbours
   * @param key names all draws of the run; the same on all workers
   */
  SampledShard(
      DeviceMemory memory,
      ShardGraph graph,
      int[] degrees,
      BoundarySampler sampler,
      HaloPlan all,
      Communicator workers,
      RandomKey key,
      Set<EdgeNorm> norms) {
    this.sampler = sampler;
    this.all = all;
    this.workers = workers;
    this.key = key;
    this.norms = norms;
    this.degrees = degrees;
    HostCsr csr = graph.links(false);
    this.core = csr.rows() - all.haloCount();
    this.start = csr.rowStart().asSlice(0, (core + 1L) * Long.BYTES).toArray(JAVA_LONG);
    this.column = csr.column().toArray(JAVA_INT);
    this.ids = graph.ids();
    this.nodeDraw = new BoundaryDraw(all, workers.rank(), ids, core);
    this.draw = new LinkDraw(start, column, ids, all);
    this.keptStart = this.memory.allocate(JAVA_LONG, core + 1L);
    this.keptColumn = this.memory.allocate(JAVA_INT, Math.max(1, column.length));
    this.keptFactor = this.memory.allocate(JAVA_FLOAT, Math.max(1, column.length));
    this.targetDegree = this.memory.allocate(JAVA_INT, Math.max(1, core));
    for (int row = 0; row < core; row++) {
      targetDegree.setAtIndex(JAVA_INT, row, (int) (start[row + 1] - start[row]));
    }
    this.device = memory.backend().newWorkspace();
    this.links = new SampledLinks(memory.backend(), device);
    this.keptIds = ids.clone();
    this.keptDegrees = degrees.clone();
  }

  @Override
  public void draw(int epoch) {
    plan = choose(key.child(epoch));
    int[] columnOf = takeHalo();
    int kept = 0;
    for (int row = 0; row < core; row++) {
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        float factor = draw.factor(e);
        if (factor > 0) {
          int source = column[e];
          keptColumn.setAtIndex(JAVA_INT, kept, source < core ? source : columnOf[source - core]);
          keptFactor.setAtIndex(JAVA_FLOAT, kept, factor);
          kept++;
        }
      }
      keptStart.setAtIndex(JAVA_LONG, row + 1L, kept);
    }
    device.reset();
    var part =
        new Neighborhood(
            core, core + plan.haloCount(), kept, keptStart, keptColumn, keptFactor, targetDegree);
    block = links.upload(part, norms, true, keptDegrees, keptIds);
  }

  private HaloPlan choose(RandomKey epoch) {
    switch (sampler) {
      case BoundarySampler.Nodes nodes -> {
        HaloPlan drawn = nodeDraw.draw(nodes.rate(), epoch);
        draw.keepNodes(drawn);
        return drawn;
      }
      case BoundarySampler.BoundaryEdges edges -> draw.keepBoundaryEdges(edges.rate(), epoch);
      case BoundarySampler.AllEdges edges -> draw.keepAllEdges(edges.rate(), epoch);
      case BoundarySampler.Halo _, BoundarySampler.WholeBlocks _ ->
          throw new IllegalStateException(sampler + " draws nothing");
    }
    return all.chosenByReaders(draw.readPlaces(), workers);
  }

  /** Lines the chosen halo rows up behind the core rows; returns the new row of each. */
  private int[] takeHalo() {
    int[] rowOf = new int[all.haloCount()];
    for (int owner = 0; owner < all.workers(); owner++) {
      for (int i = 0; i < plan.haloCount(owner); i++) {
        int before = all.haloStart(owner) + plan.haloPlace(owner, i);
        int now = core + plan.haloStart(owner) + i;
        rowOf[before] = now;
        keptIds[now] = ids[core + before];
        keptDegrees[now] = degrees[core + before];
      }
    }
    return rowOf;
  }

  /** The dataset's own numbers of the sources of {@link #block}. */
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
  public DeviceBlock block() {
    return block;
  }

  @Override
  public long heldBytes() {
    return device.heldBytes();
  }

  @Override
  public void close() {
    device.close();
    memory.close();
  }
}
