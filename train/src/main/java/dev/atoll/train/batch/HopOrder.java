package dev.atoll.train.batch;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Ordering;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Seeds first, then the other nodes by hops. */
public record HopOrder(Ordering ordering, List<Integer> prefixes) {
  public int prefix(int hops) {
    return prefixes.get(hops);
  }

  public static HopOrder of(CsrGraph graph, long[] seeds, int hops) {
    int n = Math.toIntExact(graph.nodeCount());
    int[] distance = new int[n];
    Arrays.fill(distance, hops + 1);
    for (long s : seeds) {
      distance[(int) s] = 0;
    }
    for (int h = 1; h <= hops; h++) {
      for (int v = 0; v < n; v++) {
        if (distance[v] == h - 1) {
          for (long e = graph.rowStart(v); e < graph.rowStart(v + 1); e++) {
            int u = (int) graph.source(e);
            distance[u] = Math.min(distance[u], h);
          }
        }
      }
    }
    int[] order = new int[n];
    int next = 0;
    var prefixes = new ArrayList<Integer>();
    for (int h = 0; h <= hops + 1; h++) {
      for (int v = 0; v < n; v++) {
        if (distance[v] == h) {
          order[next++] = v;
        }
      }
      prefixes.add(next);
    }
    return new HopOrder(Ordering.ofNewToOld(order), prefixes);
  }
}
