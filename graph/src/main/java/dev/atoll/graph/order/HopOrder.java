package dev.atoll.graph.order;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.parallel.Parallel;
import java.util.Arrays;

/**
 * An order by distance from the seeds: first the seeds, then their in-neighbours, then theirs, and
 * so on, then all other nodes. A layer that needs only nodes within h hops works on a prefix of the
 * rows.
 *
 * <pre>
 *   rows 0 … within(0) − 1   the seeds
 *   rows 0 … within(1) − 1   the seeds and their in-neighbours
 *   …                        up to within(hops)
 * </pre>
 */
public final class HopOrder {
  private static final long NODES_PER_CHUNK = 1 << 12;

  private final Ordering ordering;
  private final int[] within;

  private HopOrder(Ordering ordering, int[] within) {
    this.ordering = ordering;
    this.within = within;
  }

  /**
   * Orders the nodes of a graph.
   *
   * @param seeds in any order; repeats count once
   * @param hops the largest distance that is distinguished
   * @param tieBreak the order among nodes at the same distance
   */
  public static HopOrder of(
      CsrGraph graph, long[] seeds, int hops, Ordering tieBreak, int threads) {
    int nodes = graph.nodeCount();
    if (tieBreak.nodeCount() != nodes) {
      throw new IllegalArgumentException(
          "an order of %d nodes does not fit a graph of %d".formatted(tieBreak.nodeCount(), nodes));
    }
    byte[] distances = distances(graph, seeds, hops, threads);
    int[] within = new int[hops + 2];
    for (byte distance : distances) {
      within[distance]++;
    }
    Arrays.parallelPrefix(within, Integer::sum);
    int[] next = new int[hops + 2];
    System.arraycopy(within, 0, next, 1, hops + 1);
    int[] newToOld = new int[nodes];
    for (int place = 0; place < nodes; place++) {
      int node = tieBreak.oldOf(place);
      newToOld[next[distances[node]]++] = node;
    }
    return new HopOrder(Ordering.ofNewToOld(newToOld), Arrays.copyOf(within, hops + 1));
  }

  public Ordering ordering() {
    return ordering;
  }

  /** The number of nodes at most this many hops from a seed: they come first. */
  public int within(int hops) {
    return within[hops];
  }

  /** Distances up to {@code hops}, and {@code hops + 1} for all that is farther. */
  private static byte[] distances(CsrGraph graph, long[] seeds, int hops, int threads) {
    if (hops < 0 || hops >= Byte.MAX_VALUE) {
      throw new IllegalArgumentException(
          "hops must be 0 to %d, not %d".formatted(Byte.MAX_VALUE - 1, hops));
    }
    byte[] distances = new byte[graph.nodeCount()];
    byte far = (byte) (hops + 1);
    Arrays.fill(distances, far);
    for (long seed : seeds) {
      if (seed < 0 || seed >= distances.length) {
        throw new IllegalArgumentException(
            "seed %d is not in the graph of %d nodes".formatted(seed, distances.length));
      }
      distances[(int) seed] = 0;
    }
    for (byte hop = 0; hop < hops; hop++) {
      spread(graph, distances, hop, far, threads);
    }
    return distances;
  }

  /** Several threads may find the same node, but all write the same distance. */
  private static void spread(CsrGraph graph, byte[] distances, byte hop, byte far, int threads) {
    Parallel.forEachRange(
        threads,
        distances.length,
        NODES_PER_CHUNK,
        (from, to) -> {
          for (int node = (int) from; node < to; node++) {
            if (distances[node] == hop) {
              long end = graph.rowStart(node + 1L);
              for (long edge = graph.rowStart(node); edge < end; edge++) {
                int source = graph.source(edge);
                if (distances[source] == far) {
                  distances[source] = (byte) (hop + 1);
                }
              }
            }
          }
        });
  }
}
