package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;
import java.util.Collections;
import java.util.List;

/**
 * Neighbour sampling in one pass per layer (FastSample): picks go straight into compressed rows and
 * are renumbered there, in place, while further rows are still being picked. No edge list, no hash
 * map, no conversion; and once memory has grown to the size of the batches, nothing is allocated
 * but a few small objects.
 */
public final class FusedSampler implements Sampler {
  private final List<NeighborSource> sources;
  private final int nodeCount;
  private final Fanouts fanouts;
  private final LocalIds ids;

  public FusedSampler(NeighborSource source, Fanouts fanouts) {
    this(Collections.nCopies(fanouts.layers(), source), fanouts);
  }

  /** A sampler with a source per layer, all of the same nodes. */
  public FusedSampler(List<? extends NeighborSource> sources, Fanouts fanouts) {
    this.sources = List.copyOf(sources);
    this.fanouts = fanouts;
    this.nodeCount = sources.getFirst().nodeCount();
    this.ids = new LocalIds(nodeCount);
  }

  @Override
  public int layers() {
    return fanouts.layers();
  }

  @Override
  public boolean drawsByNode() {
    return true;
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    Seeds.checkCount(to - from, nodeCount);
    ids.begin();
    ids.addSeeds(seeds, from, to, into.reserveNodes(0, to - from + 1L));
    into.begin(to - from);
  }

  /**
   * Draws only the first hop.
   *
   * @param hopKey the key of the hop, not the key of a step, from which hop keys are derived
   */
  public void sampleHop(long[] seeds, RandomKey hopKey, SampledBatch into) {
    begin(seeds, 0, seeds.length, into);
    draw(0, hopKey, into);
  }

  @Override
  public void hop(int layer, RandomKey key, SampledBatch into) {
    draw(layer, key.child(layer), into);
  }

  private void draw(int layer, RandomKey hopKey, SampledBatch into) {
    int targets = ids.count();
    int fanout = fanouts.at(layer);
    long mostEdges = fanout == Fanouts.ALL ? Long.MAX_VALUE : (long) targets * fanout;
    // The buffer must be large enough before picking begins: the source reads the frontier from it.
    long mostNodes = Math.min(nodeCount, mostEdges) + targets;
    long nodes = into.reserveNodes(targets, 1 + Math.min(nodeCount, mostNodes));
    SampledBlock block = into.block(layer);
    NeighborPicks picked = block.picks();
    picked.consumeWith(new Renumbering(picked, mostEdges, nodes));
    sources.get(layer).pick(into.nodes(targets), targets, fanout, hopKey, picked);
    picked.consumeRest();
    into.setNodeCount(layer, ids.count());
  }

  @Override
  public void end(SampledBatch into) {
    into.fillDegrees(sources.getLast());
  }

  /** Replaces picked nodes by their indices among the sources. */
  private final class Renumbering implements PickConsumer {
    private final NeighborPicks picked;
    private final long mostEdges;
    private final long nodes;

    Renumbering(NeighborPicks picked, long mostEdges, long nodes) {
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
      return ids.resolve(picked.neighborAddress(fromEdge), size, picked.pendingAddress(fromEdge));
    }

    @Override
    public void finish(long fromEdge, int prepared) {
      ids.number(
          picked.neighborAddress(fromEdge), picked.pendingAddress(fromEdge), prepared, nodes);
    }
  }

  @Override
  public long heldBytes() {
    return ids.heldBytes();
  }

  @Override
  public void close() {
    ids.close();
  }
}
