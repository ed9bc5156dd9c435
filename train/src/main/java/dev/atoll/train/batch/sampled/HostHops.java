package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.tensor.sample.Adjacency;
import java.util.Arrays;

/** Draws the hops of a {@link dev.atoll.tensor.sample.DeviceSampler} on the host, bit for bit. */
public final class HostHops {
  private final LocalNeighbors neighbors;

  public HostHops(Adjacency graph) {
    this.neighbors =
        LocalNeighbors.ofRows(
            new RowSlice(0, graph.nodes(), graph.nodes(), graph.rowStarts(), graph.neighbors()),
            graph.ids() == null
                ? NodeNumbering.identity(graph.nodes())
                : NodeNumbering.of(graph.ids()));
  }

  /**
   * Draws neighbours of nodes.
   *
   * @param key of this hop
   * @param into receives the hop as its only block
   * @return the nodes, then new ones in the order in which edges name them
   */
  public int[] draw(int[] nodes, int fanout, RandomKey key, SampledBatch into) {
    try (var sampler = new FusedSampler(neighbors, Fanouts.of(fanout))) {
      sampler.sampleHop(Arrays.stream(nodes).asLongStream().toArray(), key, into);
      return into.nodes().toArray(JAVA_INT_UNALIGNED);
    }
  }
}
