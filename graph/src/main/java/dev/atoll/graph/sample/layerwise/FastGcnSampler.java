package dev.atoll.graph.sample.layerwise;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.memory.HashIds;
import dev.atoll.graph.memory.RawMemory;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.Seeds;
import java.util.Arrays;
import java.util.List;

/**
 * FastGCN as published: the nodes of every layer are drawn from the whole graph, independently of
 * the targets. A block has the edges from drawn nodes to targets, each weighing times / (size·q),
 * which makes sums unbiased; many targets may have no edge. Drawn nodes that no target reads are
 * left out of the batch, as they have no effect.
 *
 * <p>{@link LayerwiseSampler#fastGcn} draws from the neighbours of the targets instead.
 */
public final class FastGcnSampler implements Sampler {
  private final NeighborSource source;
  private final LayerSizes sizes;
  private final FastGcnDraw draw;
  private final List<int[]> drawnByLayer;
  private final HashIds ids = new HashIds();
  private final NeighborPicks all = new NeighborPicks();

  public FastGcnSampler(NeighborSource source, LayerSizes sizes, FastGcnDraw draw) {
    this.source = source;
    this.sizes = sizes;
    this.draw = draw;
    this.drawnByLayer = sizes.perLayer().stream().map(int[]::new).toList();
  }

  @Override
  public int layers() {
    return sizes.layers();
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    Seeds.list(seeds, from, to, source.nodeCount(), ids, into);
  }

  @Override
  public void hop(int layer, RandomKey key, SampledBatch into) {
    int targets = into.drawnNodes();
    int size = sizes.at(layer);
    RandomKey layerKey = key.child(layer);
    source.pick(into.nodes(targets), targets, Fanouts.ALL, layerKey, all);
    int[] drawn = drawnByLayer.get(layer);
    draw.draw(drawn, layerKey);
    ids.begin(targets + (long) size);
    into.reserveNodes(targets, targets + (long) size);
    long nodes = into.nodesAddress();
    for (int i = 0; i < targets; i++) {
      ids.placeOf(RawMemory.intAt(nodes, i));
    }
    NeighborPicks picks = into.block(layer).picks();
    picks.begin(targets, all.edgeCount(), true);
    for (int row = 0; row < targets; row++) {
      for (long edge = all.rowStart(row); edge < all.rowStart(row + 1); edge++) {
        int node = all.neighbor(edge);
        int times = times(drawn, node);
        if (times > 0) {
          int place = ids.placeOf(node);
          RawMemory.setInt(nodes, place, node);
          picks.add(place, draw.correction(node, times, size));
        }
      }
      picks.endRow(all.degree(row));
    }
    into.setNodeCount(layer, ids.count());
  }

  /** The number of draws of a node. */
  private static int times(int[] drawn, int node) {
    int found = Arrays.binarySearch(drawn, node);
    if (found < 0) {
      return 0;
    }
    int first = found;
    while (first > 0 && drawn[first - 1] == node) {
      first--;
    }
    int end = found + 1;
    while (end < drawn.length && drawn[end] == node) {
      end++;
    }
    return end - first;
  }

  @Override
  public void end(SampledBatch into) {
    into.fillDegrees(source);
  }

  @Override
  public long heldBytes() {
    return ids.heldBytes() + all.heldBytes();
  }

  @Override
  public void close() {
    ids.close();
    all.close();
  }
}
