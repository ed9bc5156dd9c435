package dev.atoll.graph.partition;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.parallel.Parallel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The quality of a partition: cut, volume, balance and halos.
 *
 * @param edges of the graph, each counted once, without loops
 * @param cut edges between parts; an edge counts once, whatever its direction
 * @param volume Σ over nodes of the other parts that hold a neighbour
 * @param balance of everything that was measured
 * @param haloNodes by part: nodes of other parts that have a neighbour in it; their sum is the
 *     volume
 * @param coreNodes by part: nodes in it
 * @param partPairs between each two parts that share edges
 */
public record PartitionReport(
    String partitioner,
    int parts,
    long edges,
    long cut,
    long volume,
    List<Balance> balance,
    List<Long> haloNodes,
    List<Long> coreNodes,
    List<PartPair> partPairs,
    double seconds,
    long peakBytes) {
  /** The edges between two parts. */
  public record PartPair(int from, int to, long edges) {}

  /**
   * The distribution of a weight over the parts.
   *
   * @param tolerance how far above the mean a part may go; infinite without a constraint
   * @param loads by part
   */
  public record Balance(String name, double tolerance, List<Long> loads) {
    public Balance {
      loads = List.copyOf(loads);
    }

    private static Balance of(BalanceConstraint constraint, Partitioning partitioning) {
      long[] loads = new long[partitioning.parts()];
      for (int v = 0; v < partitioning.nodeCount(); v++) {
        loads[partitioning.partOf(v)] += constraint.weights().applyAsLong(v);
      }
      return new Balance(
          constraint.name(), constraint.tolerance(), Arrays.stream(loads).boxed().toList());
    }

    /** The heaviest part over the mean; 1 if the total is 0. */
    public double imbalance() {
      return mean() == 0 ? 1 : heaviest() / mean();
    }

    /** Whether the heaviest part is within the tolerance, or as light as whole numbers allow. */
    public boolean held() {
      return heaviest() <= Math.max((1 + tolerance) * mean(), Math.ceil(mean()));
    }

    private double mean() {
      return loads.stream().mapToLong(Long::longValue).sum() / (double) loads.size();
    }

    private long heaviest() {
      return loads.stream().mapToLong(Long::longValue).max().orElse(0);
    }
  }

  private static final long NODES_PER_CHUNK = 1 << 13;

  /** A chunk counts parts² pairs, so it must be worth them. */
  private static final long PAIRS_PER_NODE = 8;

  /**
   * Measures a partition of a graph.
   *
   * @param goal whose constraints are measured
   * @param seconds duration of partitioning, measured by the caller
   * @param peakBytes peak memory of partitioning, measured by the caller
   */
  public static PartitionReport of(
      String partitioner,
      CsrGraph graph,
      Partitioning partitioning,
      PartitionGoal goal,
      double seconds,
      long peakBytes) {
    try (var undirected = UndirectedGraph.of(graph, goal.threads())) {
      var tally = new Tally(undirected.graph(), partitioning);
      tally.run(goal.threads());
      return new PartitionReport(
          partitioner,
          partitioning.parts(),
          undirected.graph().edgeCount() / 2,
          tally.cut(),
          Arrays.stream(tally.halo).sum(),
          goal.balance().stream().map(share -> Balance.of(share, partitioning)).toList(),
          Arrays.stream(tally.halo).boxed().toList(),
          Arrays.stream(partitioning.sizes()).mapToObj(Long::valueOf).toList(),
          tally.partPairs(),
          seconds,
          peakBytes);
    }
  }

  /** The heaviest part over the mean, of everything that was measured. */
  public Map<String, Double> imbalance() {
    var imbalance = new LinkedHashMap<String, Double>();
    balance.forEach(share -> imbalance.put(share.name(), share.imbalance()));
    return imbalance;
  }

  private static final class Tally {
    private final CsrGraph graph;
    private final Partitioning partitioning;
    private final int parts;
    private final long[] halo;
    private final long[][] between;

    Tally(CsrGraph graph, Partitioning partitioning) {
      this.graph = graph;
      this.partitioning = partitioning;
      this.parts = partitioning.parts();
      this.halo = new long[parts];
      this.between = new long[parts][parts];
    }

    List<PartPair> partPairs() {
      var links = new ArrayList<PartPair>();
      for (int a = 0; a < parts; a++) {
        for (int b = a + 1; b < parts; b++) {
          if (between[a][b] > 0) {
            links.add(new PartPair(a, b, between[a][b]));
          }
        }
      }
      return links;
    }

    long cut() {
      return Arrays.stream(between).flatMapToLong(Arrays::stream).sum();
    }

    void run(int threads) {
      Parallel.forEachRange(
          threads,
          graph.nodeCount(),
          Math.max(NODES_PER_CHUNK, (long) parts * parts / PAIRS_PER_NODE),
          (from, to) -> {
            long[] haloHere = new long[parts];
            long[][] betweenHere = new long[parts][parts];
            count((int) from, (int) to, haloHere, betweenHere);
            addUp(haloHere, betweenHere);
          });
    }

    private void count(int from, int to, long[] haloHere, long[][] betweenHere) {
      int[] seenBy = new int[parts];
      Arrays.fill(seenBy, -1);
      for (int v = from; v < to; v++) {
        int own = partitioning.partOf(v);
        for (long e = graph.rowStart(v), end = graph.rowStart(v + 1L); e < end; e++) {
          int u = graph.source(e);
          int other = partitioning.partOf(u);
          if (other != own) {
            haloHere[other] += seenBy[other] == v ? 0 : 1;
            seenBy[other] = v;
            betweenHere[Math.min(own, other)][Math.max(own, other)] += u < v ? 1 : 0;
          }
        }
      }
    }

    private synchronized void addUp(long[] haloHere, long[][] betweenHere) {
      for (int a = 0; a < parts; a++) {
        halo[a] += haloHere[a];
        for (int b = 0; b < parts; b++) {
          between[a][b] += betweenHere[a][b];
        }
      }
    }
  }
}
