package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;

/**
 * Neighbour sampling in one pass per layer (FastSample): picks go straight into compressed rows and
 * are renumbered there, in place, while further rows are still being picked. No edge list, no hash
 * map, no conversion, and no allocation once memory has grown to the size of the batches.
 */
public final class FusedSampler implements Sampler {
  private final NeighborSource source;
  private final Fanouts fanouts;
  private final LocalIds ids;

  public FusedSampler(NeighborSource source, Fanouts fanouts) {
    this.source = source;
    this.fanouts = fanouts;
    this.ids = new LocalIds(source.nodeCount());
  }

  @Override
  public int layers() {
    return fanouts.layers();
  }

  @Override
  public void sample(long[] seeds, int from, int to, RandomKey key, SampledBatch into) {
    ids.begin();
    ids.addSeeds(seeds, from, to, into.reserveNodes(0, to - from + 1L));
    for (int layer = 0; layer < layers(); layer++) {
      sampleLayer(layer, key.child(layer), into);
    }
    into.fillDegrees(source);
  }

  private void sampleLayer(int layer, RandomKey key, SampledBatch into) {
    int targets = ids.count();
    int fanout = fanouts.at(layer);
    long mostEdges = fanout == Fanouts.ALL ? Long.MAX_VALUE : (long) targets * fanout;
    // Room must be there before picking begins: those who pick read the frontier from it.
    long mostNodes = Math.min(source.nodeCount(), mostEdges) + targets;
    long nodes = into.reserveNodes(targets, 1 + Math.min(source.nodeCount(), mostNodes));
    SampledBlock block = into.block(layer);
    Picked picked = block.picked;
    picked.follow(
        (first, last) -> {
          if (last > mostEdges) {
            throw new IllegalStateException(
                "%d picks for %d nodes at fanout %d".formatted(last, targets, fanout));
          }
          ids.relabel(picked.neighbors.address(), first, last, nodes);
        });
    source.pick(into.nodes(targets), targets, fanout, key, picked);
    picked.followUpTo(picked.edgeCount());
    block.sourceCount = ids.count();
  }

  @Override
  public void close() {
    ids.close();
  }
}
