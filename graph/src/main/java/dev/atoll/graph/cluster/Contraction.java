package dev.atoll.graph.cluster;

import dev.atoll.graph.parallel.Parallel;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Contracts every cluster of a graph to one node; edges between two clusters become one. */
public final class Contraction {
  private final WeightedGraph fine;
  private final Clustering clustering;
  private final RowPolicy policy;
  private final RowPages pages;
  private final int[] weights;
  private final Queue<Scratch> spares = new ConcurrentLinkedQueue<>();

  private Contraction(WeightedGraph fine, Clustering clustering, RowPolicy policy) {
    this.fine = fine;
    this.clustering = clustering;
    this.policy = policy;
    this.pages = new RowPages(clustering.count(), policy.packed());
    this.weights = new int[clustering.count() * fine.constraints()];
  }

  /** The coarser graph, and for every node the one it is contracted into. */
  public static Level contract(
      WeightedGraph fine, Clustering clustering, RowPolicy policy, int threads) {
    var contraction = new Contraction(fine, clustering, policy);
    Parallel.forEach(threads, contraction.pages.count(), contraction::build);
    return new Level(
        WeightedGraph.coarse(contraction.pages, fine.constraints(), contraction.weights),
        clustering.clusterOf());
  }

  private void build(int page) {
    Scratch spare = spares.poll();
    Scratch scratch = spare == null ? new Scratch() : spare;
    RowPages.Writer writer = scratch.writer;
    for (int c = writer.begin(page); c < writer.end(); c++) {
      scratch.aggregate(c);
      scratch.store();
      writer.endRow();
    }
    writer.endPage();
    spares.add(scratch);
  }

  /** The working memory of one thread. */
  private final class Scratch {
    private final RatingMap ratings = policy.ratings().apply(clustering.count());
    private final ArcRow row = new ArcRow();
    private final RowPages.Writer writer = pages.new Writer();
    private long[] sorted = new long[64];

    private void aggregate(int c) {
      int constraints = fine.constraints();
      ratings.clear();
      int end = clustering.firstMember(c + 1);
      for (int i = clustering.firstMember(c); i < end; i++) {
        int member = clustering.member(i);
        for (int j = 0; j < constraints; j++) {
          weights[c * constraints + j] += fine.nodeWeight(member, j);
        }
        fine.read(member, policy.arcsRead(), row);
        int to = row.to();
        ratings.reserve(to - row.from());
        for (int e = row.from(); e < to; e++) {
          int target = clustering.clusterOf(row.target(e));
          if (target != c) {
            ratings.add(target, row.weight(e));
          }
        }
      }
    }

    private void store() {
      int size = ratings.size();
      if (policy.arcsKept() == RowPolicy.ALL) {
        writer.reserve(size);
        for (int i = 0; i < size; i++) {
          writer.add(ratings.label(i), ratings.sum(i));
        }
      } else {
        storeHeaviest(size);
      }
    }

    /** Sorts by weight, and by lower number among equals: both packed into one long. */
    private void storeHeaviest(int size) {
      if (sorted.length < size) {
        sorted = new long[2 * size];
      }
      for (int i = 0; i < size; i++) {
        long weight = Math.min(Integer.MAX_VALUE, ratings.sum(i));
        sorted[i] = weight << 32 | (Integer.MAX_VALUE - ratings.label(i));
      }
      Arrays.sort(sorted, 0, size);
      int first = Math.max(0, size - policy.arcsKept());
      writer.reserve(size - first);
      for (int i = size - 1; i >= first; i--) {
        writer.add(Integer.MAX_VALUE - (int) sorted[i], sorted[i] >>> 32);
      }
    }
  }
}
