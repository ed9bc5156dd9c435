package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.parallel.Parallel;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts for every node the training nodes within some hops, 64 of them at a time, a bit each. */
final class Reach {
  private final CsrGraph graph;
  private final long[] train;
  private final int hops;

  Reach(CsrGraph graph, long[] train, int hops) {
    this.graph = graph;
    this.train = train;
    this.hops = hops;
  }

  long[] count(int threads) {
    var counts = new AtomicLongArray(graph.nodeCount());
    Parallel.forEachRange(
        threads,
        train.length,
        Long.SIZE,
        (from, to) -> {
          long[] reached = reached((int) from, (int) to);
          for (int v = 0; v < reached.length; v++) {
            counts.addAndGet(v, Long.bitCount(reached[v]));
          }
        });
    long[] plain = new long[counts.length()];
    for (int v = 0; v < plain.length; v++) {
      plain[v] = counts.get(v);
    }
    return plain;
  }

  private long[] reached(int from, int to) {
    long[] reached = new long[graph.nodeCount()];
    for (int i = from; i < to; i++) {
      reached[(int) train[i]] |= 1L << (i - from);
    }
    for (int hop = 0; hop < hops; hop++) {
      long[] targets = reached.clone();
      for (int v = 0; v < targets.length; v++) {
        for (long edge = graph.rowStart(v); edge < graph.rowStart(v + 1L); edge++) {
          reached[graph.source(edge)] |= targets[v];
        }
      }
    }
    return reached;
  }
}
