package dev.atoll.graph.cluster;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.parallel.Parallel;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Leaves out edges of a graph so that its nodes keep about a given number. Whether an edge stays
 * depends only on its two ends, its weight and a hash of both: the two arcs of an edge stay or are
 * removed together, on any number of threads.
 */
public final class Sparsification {
  private static final int WEIGHT_CLASSES = 1 << 9;
  private static final int DRAW_BITS = 5;

  private final WeightedGraph graph;
  private final int salt;
  private final RowPages pages;
  private final Queue<Scratch> spares = new ConcurrentLinkedQueue<>();

  private Sparsification(WeightedGraph graph, RandomKey key) {
    this.graph = graph;
    this.salt = (int) key.bits();
    this.pages = new RowPages(graph.nodeCount(), true);
  }

  /**
   * A sample of a graph that preserves the expected cut of every partition. Both ends of an edge
   * have a light weight, 1, 2, 4, 8 …, about the weight of all their edges over {@code
   * arcsPerNode}. An edge at least as heavy as the smaller of the two stays unchanged. A lighter
   * one stays with probability (its weight / the light weight), and then has the light weight.
   * Nodes with fewer arcs keep all.
   */
  public static WeightedGraph sample(
      WeightedGraph graph, int arcsPerNode, RandomKey key, int threads) {
    var sparse = new Sparsification(graph, key);
    byte[] light = sparse.lightWeights(arcsPerNode, threads);
    return sparse.write(
        threads,
        (v, row, writer) -> {
          int own = light[v];
          int mixed = sparse.mix(v);
          for (int e = row.from(), end = row.to(); e < end; e++) {
            int u = row.target(e);
            int shift = Math.min(own, light[u]);
            int weight = row.weight(e);
            if (weight >>> shift != 0) {
              writer.add(u, weight);
            } else if (draw(mixed, sparse.mix(u)) >>> (Integer.SIZE - shift) < weight) {
              writer.add(u, 1L << shift);
            }
          }
        });
  }

  /** {@link #sample} of the edges between the nodes of a level. */
  public static Level sample(Level level, int arcsPerNode, RandomKey key, int threads) {
    return level.with(sample(level.graph(), arcsPerNode, key, threads));
  }

  /** log₂ of the weight below which an edge of the node counts as light, by node. */
  private byte[] lightWeights(int arcsPerNode, int threads) {
    byte[] light = new byte[graph.nodeCount()];
    Parallel.forEachRange(
        threads,
        light.length,
        RowPages.ROWS,
        (from, to) -> {
          var row = new ArcRow();
          for (int v = (int) from; v < to; v++) {
            long times = Math.max(1, graph.weightedDegree(v, row) / arcsPerNode);
            light[v] =
                (byte) Math.min(Integer.SIZE - 2, Long.SIZE - 1 - Long.numberOfLeadingZeros(times));
          }
        });
    return light;
  }

  private int mix(int node) {
    return (node ^ salt) * 0x9E3779B9;
  }

  /** A hash of two mixed ends, independent of their order; its upper bits are well distributed. */
  private static int draw(int one, int other) {
    int both = one ^ other;
    return (both ^ both >>> 15) * 0x85EBCA6B;
  }

  /**
   * A level of which every edge stays that is among the {@code arcsPerNode} heaviest of one of its
   * ends, as DistDGL has METIS do it: coarse nodes would otherwise gather the light edges of
   * everything they are made of. Weights of 32 and more that differ by less than a sixteenth count
   * as equal. Among equal weights the order is random and coarse: a few more may stay.
   */
  public static Level heaviest(Level level, int arcsPerNode, RandomKey key, int threads) {
    WeightedGraph graph = level.graph();
    if (graph.arcCount() <= (long) arcsPerNode * graph.nodeCount()) {
      return level;
    }
    var sparse = new Sparsification(graph, key);
    int[] least = sparse.leastKept(arcsPerNode, threads);
    return level.with(
        sparse.write(
            threads,
            (v, row, writer) -> {
              int mixed = sparse.mix(v);
              for (int e = row.from(), end = row.to(); e < end; e++) {
                int u = row.target(e);
                int rank = rank(mixed, sparse.mix(u), row.weight(e));
                if (rank >= least[v] || rank >= least[u]) {
                  writer.add(u, row.weight(e));
                }
              }
            }));
  }

  /** The least rank among the arcs that a node keeps, by node. */
  private int[] leastKept(int arcsPerNode, int threads) {
    int[] least = new int[graph.nodeCount()];
    Parallel.forEachRange(
        threads,
        least.length,
        RowPages.ROWS,
        (from, to) -> {
          var row = new ArcRow();
          int[] weights = new int[WEIGHT_CLASSES];
          int[] draws = new int[1 << DRAW_BITS];
          for (int v = (int) from; v < to; v++) {
            graph.read(v, row);
            if (row.to() - row.from() > arcsPerNode) {
              least[v] = leastKept(v, row, arcsPerNode, weights, draws);
            }
          }
        });
    return least;
  }

  /**
   * The least rank that a node keeps, by counting: first its arcs by weight, then arcs of the last
   * weight by the draw.
   *
   * @param weights, draws for counts, all 0 before and after
   */
  private int leastKept(int v, ArcRow row, int arcsPerNode, int[] weights, int[] draws) {
    int heaviest = 0;
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int weight = weightClass(row.weight(e));
      weights[weight]++;
      heaviest = Math.max(heaviest, weight);
    }
    int last = heaviest;
    int wanted = arcsPerNode;
    while (wanted > weights[last]) {
      wanted -= weights[last--];
    }
    Arrays.fill(weights, 0, heaviest + 1, 0);
    int mixed = mix(v);
    for (int e = row.from(), end = row.to(); e < end; e++) {
      if (weightClass(row.weight(e)) == last) {
        draws[rank(mixed, mix(row.target(e)), 0)]++;
      }
    }
    int least = draws.length;
    while (wanted > 0) {
      wanted -= draws[--least];
    }
    Arrays.fill(draws, 0);
    return last << DRAW_BITS | least;
  }

  /** The rank of an edge: ordered by weight, edges of equal weight at random. */
  private static int rank(int one, int other, int weight) {
    return weightClass(weight) << DRAW_BITS | draw(one, other) >>> (Integer.SIZE - DRAW_BITS);
  }

  /** Weights in ascending order, beyond 32 sixteen to a power of two. */
  private static int weightClass(int weight) {
    int shift = Math.max(0, Integer.SIZE - 5 - Integer.numberOfLeadingZeros(weight));
    return (shift << 4) + (weight >>> shift);
  }

  private interface Rows {
    void copy(int node, ArcRow row, RowPages.Writer writer);
  }

  private WeightedGraph write(int threads, Rows rows) {
    Parallel.forEach(threads, pages.count(), page -> writePage(page, rows));
    return WeightedGraph.coarse(pages, graph.constraints(), graph.weights());
  }

  private void writePage(int page, Rows rows) {
    Scratch spare = spares.poll();
    Scratch scratch = spare == null ? new Scratch(new ArcRow(), pages.new Writer()) : spare;
    RowPages.Writer writer = scratch.writer;
    ArcRow row = scratch.row;
    for (int v = writer.begin(page); v < writer.end(); v++) {
      graph.read(v, row);
      writer.reserve(row.to() - row.from());
      rows.copy(v, row, writer);
      writer.endRow();
    }
    writer.endPage();
    spares.add(scratch);
  }

  /** The working memory of one thread. */
  private record Scratch(ArcRow row, RowPages.Writer writer) {}
}
