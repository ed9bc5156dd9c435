package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;

/**
 * Neighbour sampling in one pass per layer (FastSample): picks go straight into compressed rows and
 * are renumbered there, in place, while further rows are still being picked. No edge list, no hash
 * map, no conversion; and once memory has grown to the size of the batches, nothing is allocated
 * but a few small objects.
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
    picked.follow(new Renumbering(picked, mostEdges, nodes));
    source.pick(into.nodes(targets), targets, fanout, key, picked);
    picked.followRest();
    block.sourceCount = ids.count();
  }

  /** Replaces picked nodes by their places among the sources. */
  private final class Renumbering implements Picked.Follower {
    private final Picked picked;
    private final long mostEdges;
    private final long nodes;

    Renumbering(Picked picked, long mostEdges, long nodes) {
      this.picked = picked;
      this.mostEdges = mostEdges;
      this.nodes = nodes;
    }

    @Override
    public int prepare(long fromEdge, int size) {
      if (fromEdge + size > mostEdges) {
        throw new IllegalStateException(
            "%d picks where %d were asked for".formatted(fromEdge + size, mostEdges));
      }
      return ids.resolve(column(fromEdge), size, pending(fromEdge));
    }

    @Override
    public void finish(long fromEdge, int prepared) {
      ids.number(column(fromEdge), pending(fromEdge), prepared, nodes);
    }

    private long column(long edge) {
      return picked.neighbors.address() + edge * Integer.BYTES;
    }

    private long pending(long edge) {
      return picked.pending.address() + edge * Integer.BYTES;
    }
  }

  @Override
  public void close() {
    ids.close();
  }
}
