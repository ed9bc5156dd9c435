package dev.atoll.train.link;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.PickedNeighbors;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import java.util.Arrays;
import java.util.Optional;

/**
 * Seeds that are nodes, each paired with the end of a random walk from it, of one step or more.
 * Walks follow edges on any worker; walks that meet at a node in the same step continue together.
 */
final class RandomWalkSeeds implements Pairs {
  private final FusedSampler sampler;
  private final SampledBatch drawn = SampledBatch.ofLayers(1);
  private final NodeNumbering numbering;
  private final int longest;
  private long[] heads = {};
  private long[] tails = {};

  /** The neighbours of heads, where they are no negatives. */
  private final Optional<PickedNeighbors> neighbors;

  /**
   * @param neighbors finds the tails that are never negatives
   */
  RandomWalkSeeds(
      NeighborSource graph,
      NodeNumbering numbering,
      int longest,
      Optional<PickedNeighbors> neighbors) {
    this.neighbors = neighbors;
    this.sampler = new FusedSampler(graph, Fanouts.of(1));
    this.numbering = numbering;
    this.longest = longest;
  }

  @Override
  public void begin(long[] seeds, int from, int to) {
    heads = Arrays.copyOfRange(seeds, from, to);
  }

  @Override
  public KnownLinks known(KnownLinks ofAll) {
    neighbors.ifPresent(picked -> picked.pick(heads));
    return neighbors.<KnownLinks>map(picked -> picked).orElse(ofAll);
  }

  @Override
  public void find(RandomKey key) {
    tails = heads.clone();
    long[] at = heads.clone();
    RandomKey lengths = key.child("length");
    for (int step = 0; step < longest; step++) {
      advance(at, key.child("walk").child(step));
      for (int i = 0; i < at.length; i++) {
        if (step <= lengths.below(longest, id(heads[i])) && at[i] != heads[i]) {
          tails[i] = at[i];
        }
      }
    }
  }

  /** Takes one step from every node; a walk without a neighbour stays. */
  private void advance(long[] at, RandomKey key) {
    long[] places = Arrays.stream(at).sorted().distinct().toArray();
    sampler.sample(places, key, drawn);
    SampledBlock block = drawn.block(0);
    for (int i = 0; i < at.length; i++) {
      int row = Arrays.binarySearch(places, at[i]);
      long edge = block.rowStart().getAtIndex(JAVA_LONG, row);
      if (edge < block.rowStart().getAtIndex(JAVA_LONG, row + 1L)) {
        int source = block.column().getAtIndex(JAVA_INT, edge);
        at[i] = drawn.nodes().getAtIndex(JAVA_INT, source);
      }
    }
  }

  private int id(long node) {
    return numbering.original(node);
  }

  @Override
  public int head(int place) {
    return id(heads[place]);
  }

  @Override
  public int tail(int place) {
    return id(tails[place]);
  }

  @Override
  public int relation(int place) {
    return 0;
  }

  @Override
  public long name(int place) {
    return id(heads[place]);
  }

  @Override
  public void close() {
    neighbors.ifPresent(PickedNeighbors::close);
    sampler.close();
    drawn.close();
  }
}
