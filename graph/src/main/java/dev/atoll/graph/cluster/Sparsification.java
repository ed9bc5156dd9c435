package dev.atoll.graph.cluster;

import dev.atoll.graph.Parallel;
import dev.atoll.graph.RandomKey;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Leaves out edges of a graph so that its nodes keep about as many as wanted. What becomes of an
 * edge depends on its two ends, its weight and a hash of both only: the two arcs of an edge stay or
 * go together, on any number of threads.
 */
public final class Sparsification {
  private final WeightedGraph graph;
  private final long salt;
  private final RowPages pages;
  private final Queue<Scratch> spares = new ConcurrentLinkedQueue<>();

  private Sparsification(WeightedGraph graph, RandomKey key) {
    this.graph = graph;
    this.salt = key.bits();
    this.pages = new RowPages(graph.nodeCount(), true);
  }

  /**
   * A sample of a graph whose edges all weigh 1. Of the edges between two nodes of more than {@code
   * arcsPerNode} arcs one in 2, 4, 8 … is kept, by the smaller degree, and weighs as much: the cut
   * of a partition is the same in the mean. Nodes with fewer arcs keep all.
   */
  public static WeightedGraph sample(
      WeightedGraph finest, int arcsPerNode, RandomKey key, int threads) {
    byte[] halvings = new byte[finest.nodeCount()];
    for (int v = 0; v < halvings.length; v++) {
      int times = finest.degree(v) / arcsPerNode;
      halvings[v] = (byte) (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, times)));
    }
    var sparse = new Sparsification(finest, key);
    return sparse.write(
        threads,
        (v, row, writer) -> {
          for (int e = row.from(), end = row.to(); e < end; e++) {
            int u = row.target(e);
            int shift = Math.min(halvings[v], halvings[u]);
            if (shift == 0 || sparse.hash(v, u) >>> (Integer.SIZE - shift) == 0) {
              writer.add(u, 1L << shift);
            }
          }
        });
  }

  /**
   * A level of which every edge stays that is among the {@code arcsPerNode} heaviest of one of its
   * ends, as DistDGL has METIS do it: coarse nodes would otherwise gather the light edges of
   * everything they are made of.
   */
  public static Level heaviest(Level level, int arcsPerNode, RandomKey key, int threads) {
    WeightedGraph graph = level.graph();
    if (graph.arcCount() <= (long) arcsPerNode * graph.nodeCount()) {
      return level;
    }
    var sparse = new Sparsification(graph, key);
    long[] least = sparse.leastKept(arcsPerNode, threads);
    return level.with(
        sparse.write(
            threads,
            (v, row, writer) -> {
              for (int e = row.from(), end = row.to(); e < end; e++) {
                int u = row.target(e);
                long rank = sparse.rank(v, u, row.weight(e));
                if (rank >= least[v] || rank >= least[u]) {
                  writer.add(u, row.weight(e));
                }
              }
            }));
  }

  /** By node the least rank among the arcs that it keeps. */
  private long[] leastKept(int arcsPerNode, int threads) {
    long[] least = new long[graph.nodeCount()];
    Parallel.forEachRange(
        threads,
        least.length,
        RowPages.ROWS,
        (from, to) -> {
          var row = new ArcRow();
          var ranks = new Ranks();
          for (int v = (int) from; v < to; v++) {
            graph.read(v, row);
            if (row.to() - row.from() > arcsPerNode) {
              ranks.clear(row.to() - row.from());
              for (int e = row.from(); e < row.to(); e++) {
                ranks.add(rank(v, row.target(e), row.weight(e)));
              }
              least[v] = ranks.largest(arcsPerNode);
            }
          }
        });
    return least;
  }

  /** Orders edges by weight, those of equal weight at random. */
  private long rank(int v, int u, int weight) {
    return (long) weight << 32 | Integer.toUnsignedLong(hash(v, u));
  }

  private int hash(int v, int u) {
    long ends = (long) Math.min(v, u) << 32 | Math.max(v, u);
    return (int) (RandomKey.mix(ends ^ salt) >>> 32);
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
