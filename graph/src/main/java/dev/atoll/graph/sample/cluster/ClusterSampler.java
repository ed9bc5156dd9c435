package dev.atoll.graph.sample.cluster;

import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.modified.DelegatingSampler;
import java.util.Collections;

/**
 * ClusterGCN (Chiang et al. 2019): the graph is cut into many small clusters, and a step uses only
 * the clusters of its seeds, with all edges among them. The seeds of a step are all seeds in some
 * clusters.
 *
 * <p>Every target reads all its neighbours in the union, so the seeds' outputs are those of the
 * whole induced subgraph; only its nodes within reach of the seeds are in the batch. Degrees, of
 * targets and sources, are those in the union, by which the method normalises. Only the choice of
 * clusters is random, and sums are not corrected for omitted edges.
 *
 * <pre>{@code
 * Partitioning clusters = new MultilevelPartitioner().partition(graph, PartitionGoal.of(1500));
 * var sampler = new ClusterSampler(LocalNeighbors.of(graph), clusters, 3);
 * }</pre>
 */
public final class ClusterSampler extends DelegatingSampler {
  private final ClusterNeighbors union;

  public ClusterSampler(NeighborSource source, Partitioning clusters, int layers) {
    this(union(source, clusters), layers);
  }

  private ClusterSampler(ClusterNeighbors union, int layers) {
    super(new FusedSampler(union, new Fanouts(Collections.nCopies(layers, Fanouts.ALL))));
    this.union = union;
  }

  private static ClusterNeighbors union(NeighborSource source, Partitioning clusters) {
    if (clusters.nodeCount() != source.nodeCount()) {
      throw new IllegalArgumentException(
          "clusters of %d nodes do not fit a graph of %d"
              .formatted(clusters.nodeCount(), source.nodeCount()));
    }
    return new ClusterNeighbors(source, clusters);
  }

  @Override
  public boolean isSubgraph() {
    return true;
  }

  @Override
  public void begin(long[] seeds, int from, int to, SampledBatch into) {
    union.unite(seeds, from, to);
    super.begin(seeds, from, to, into);
  }

  @Override
  public long heldBytes() {
    return super.heldBytes() + union.heldBytes();
  }

  @Override
  public void close() {
    super.close();
    union.close();
  }
}
