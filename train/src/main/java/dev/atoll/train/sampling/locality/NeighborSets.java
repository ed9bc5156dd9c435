package dev.atoll.train.sampling.locality;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.Ranking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The nodes with the most paths to cached rows, hop by hop: Q₁ are the cached nodes themselves, Qₗ
 * the nodes with the most paths of l − 1 edges into them,
 *
 * <pre>  v₁ = 1 where cached;  vₗ(u) = Σ over in-neighbours w of u of vₗ₋₁(w)</pre>
 *
 * <p>because a target u draws from its in-neighbours.
 */
public final class NeighborSets {
  /** The published number of nodes per set, except Q₁. */
  public static final int MOST = 8192;

  private static final int CHUNK_ROWS = 4096;

  /** Sums of this many numbers below it cannot overflow. */
  private static final long LARGE = 1L << 31;

  private final List<BitSet> sets;

  private NeighborSets(List<BitSet> sets) {
    this.sets = sets;
  }

  /** The sets for the rows that a device of a placement reads from itself or its peers. */
  public static NeighborSets of(CsrGraph graph, Placement placement, int device, int layers) {
    var kept = new BitSet(graph.nodeCount());
    for (int holder : placement.devices().groupOf(device)) {
      Arrays.stream(placement.buffer(holder)).forEach(kept::set);
    }
    return of(graph, kept, layers, MOST, Parallel.allCores());
  }

  /**
   * The sets for the given rows.
   *
   * @param most nodes in a set, except the first
   */
  public static NeighborSets of(CsrGraph graph, BitSet kept, int layers, int most, int threads) {
    List<BitSet> sets = new ArrayList<>(List.of(kept));
    long[] paths = new long[graph.nodeCount()];
    kept.stream().forEach(v -> paths[v] = 1);
    for (long[] longer = paths; sets.size() < layers; ) {
      longer = longer(graph, longer, threads);
      sets.add(top(longer, most));
    }
    return new NeighborSets(sets);
  }

  /** Paths that are one edge longer. */
  public static long[] longer(CsrGraph graph, long[] paths, int threads) {
    long[] next = new long[paths.length];
    int shift = shift(paths);
    Parallel.forEachRange(
        threads,
        paths.length,
        CHUNK_ROWS,
        (from, to) -> {
          for (long u = from; u < to; u++) {
            for (long edge = graph.rowStart(u); edge < graph.rowStart(u + 1); edge++) {
              next[(int) u] += paths[graph.source(edge)] >> shift;
            }
          }
        });
    return next;
  }

  /** The bits to shift out so that sums do not overflow; only the order of numbers matters. */
  private static int shift(long[] paths) {
    long largest = Arrays.stream(paths).max().orElse(0);
    return Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(largest / LARGE));
  }

  private static BitSet top(long[] paths, int most) {
    int[] ranked = Ranking.descending(paths.length, v -> paths[v]);
    var set = new BitSet(paths.length);
    for (int i = 0; i < Math.min(most, ranked.length) && paths[ranked[i]] > 0; i++) {
      set.set(ranked[i]);
    }
    return set;
  }

  /** The set Q of a hop; hop 1 has the cached nodes. */
  public BitSet set(int hop) {
    return sets.get(hop - 1);
  }

  /**
   * The sets in a sampler's order, the output layer first: the input layer favours the cached
   * nodes.
   */
  public List<BitSet> perLayer() {
    return sets.reversed();
  }
}
