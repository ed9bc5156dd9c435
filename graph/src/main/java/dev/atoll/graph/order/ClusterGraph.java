package dev.atoll.graph.order;

import dev.atoll.graph.Parallel;
import java.util.Arrays;

/**
 * A clustering as a graph: one node per cluster, joined to the few clusters with which it shares
 * most. Leaving out the others bounds the memory, and they would not be laid next to it anyway.
 */
final class ClusterGraph implements Adjacency {
  private static final int MOST_NEIGHBORS = 32;
  private static final int CLUSTER_BITS = 10;

  private final int[] sizes;

  /** The rows of consecutive clusters, so that no array has to hold all edges. */
  private final Neighbors[] chunks;

  private final int[] rowEnd;

  ClusterGraph(Adjacency graph, Clustering clustering, int threads) {
    sizes = new int[clustering.count()];
    for (int node = 0; node < graph.nodeCount(); node++) {
      sizes[clustering.of(node)] += graph.size(node);
    }
    rowEnd = new int[sizes.length];
    int perChunk = 1 << CLUSTER_BITS;
    chunks = new Neighbors[Math.ceilDiv(sizes.length, perChunk)];
    Parallel.forEach(
        threads,
        chunks.length,
        chunk -> {
          var rows = new Rows(graph, clustering);
          int end = Math.min(sizes.length, (chunk + 1) * perChunk);
          for (int cluster = chunk * perChunk; cluster < end; cluster++) {
            rows.append(cluster);
            rowEnd[cluster] = rows.edges.count();
          }
          chunks[chunk] = rows.edges;
        });
  }

  private static final class Rows {
    private final Adjacency graph;
    private final Clustering clustering;
    private final Neighbors edges = new Neighbors();
    private final Neighbors ofNode = new Neighbors();
    private final Tally shared = new Tally();
    private long[] packed = new long[64];

    Rows(Adjacency graph, Clustering clustering) {
      this.graph = graph;
      this.clustering = clustering;
    }

    void append(int cluster) {
      shared.clear();
      int end = clustering.firstMember(cluster + 1);
      for (int index = clustering.firstMember(cluster); index < end; index++) {
        graph.load(clustering.member(index), ofNode);
        for (int i = 0; i < ofNode.count(); i++) {
          int other = clustering.of(ofNode.id(i));
          if (other != cluster) {
            shared.add(other, ofNode.weight(i));
          }
        }
      }
      addClosest();
    }

    /** Sorts by weight, and by lower number among equals: both packed into one long. */
    private void addClosest() {
      int count = shared.count();
      if (packed.length < count) {
        packed = new long[2 * count];
      }
      for (int i = 0; i < count; i++) {
        long weight = Math.min(Integer.MAX_VALUE, shared.sum(i));
        packed[i] = weight << 32 | (Integer.MAX_VALUE - shared.key(i));
      }
      Arrays.sort(packed, 0, count);
      for (int i = count - 1; i >= Math.max(0, count - MOST_NEIGHBORS); i--) {
        edges.add(Integer.MAX_VALUE - (int) packed[i], (int) (packed[i] >>> 32));
      }
    }
  }

  @Override
  public int nodeCount() {
    return sizes.length;
  }

  @Override
  public int size(int node) {
    return sizes[node];
  }

  @Override
  public void load(int node, Neighbors into) {
    Neighbors chunk = chunks[node >>> CLUSTER_BITS];
    boolean first = (node & ((1 << CLUSTER_BITS) - 1)) == 0;
    into.clear();
    for (int i = first ? 0 : rowEnd[node - 1]; i < rowEnd[node]; i++) {
      into.add(chunk.id(i), chunk.weight(i));
    }
  }
}
