package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.WeightedEdgeSource;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * Gives the edges of a graph the weights that they have in a source of edges. Where the source has
 * more equal edges than the graph, the largest weights stay: an undirected edge may be listed once
 * or in both directions. Equal edges of the graph have their weights in ascending order. So the
 * weights do not depend on the order of the source or on the number of threads. Edges that are not
 * in the graph are left out.
 *
 * @param graph with ascending neighbours
 */
public record WeightAssignment(CsrGraph graph, int threads) {
  private static final int LOCKS = 1 << 10;
  private static final float NONE = -1;
  private static final long EDGES_AT_ONCE = 1 << 18;

  /**
   * Writes the weights.
   *
   * @param symmetrize whether an edge of the source gives both directions
   * @param into one float32 per edge of the graph
   * @return the graph with these weights
   * @throws IllegalArgumentException when an edge of the graph is not in the source
   */
  public CsrGraph assign(WeightedEdgeSource edges, boolean symmetrize, MemorySegment into) {
    var locks = new Object[LOCKS];
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
    forEachEdge(edge -> set(into, edge, NONE));
    Parallel.forEach(
        threads,
        edges.chunkCount(),
        chunk ->
            edges.forEachWeighted(
                chunk,
                (source, target, weight) -> {
                  put(source, target, weight, into, locks);
                  if (symmetrize && source != target) {
                    put(target, source, weight, into, locks);
                  }
                }));
    forEachEdge(edge -> requireWeight(into, edge));
    return graph.withWeights(into);
  }

  private void forEachEdge(LongConsumer body) {
    Parallel.forEachRange(
        threads,
        graph.edgeCount(),
        EDGES_AT_ONCE,
        (from, to) -> {
          for (long edge = from; edge < to; edge++) {
            body.accept(edge);
          }
        });
  }

  private void requireWeight(MemorySegment weights, long edge) {
    if (weight(weights, edge) == NONE) {
      throw new IllegalArgumentException(
          "edge %d (from node %d) has no weight in the source".formatted(edge, graph.source(edge)));
    }
  }

  private void put(long source, long target, float weight, MemorySegment into, Object[] locks) {
    long first = firstEdge(source, target);
    long end = graph.rowStart(target + 1);
    long last = first;
    while (last < end && graph.source(last) == source) {
      last++;
    }
    if (first < last) {
      synchronized (locks[(int) target & (LOCKS - 1)]) {
        insert(weight, first, last, into);
      }
    }
  }

  /** Inserts a weight into an ascending range; the smallest weight is dropped. */
  private static void insert(float weight, long first, long last, MemorySegment into) {
    if (weight <= weight(into, first)) {
      return;
    }
    long place = first;
    while (place + 1 < last && weight(into, place + 1) < weight) {
      set(into, place, weight(into, place + 1));
      place++;
    }
    set(into, place, weight);
  }

  /** The first edge of a row whose source is not smaller. */
  private long firstEdge(long source, long target) {
    long low = graph.rowStart(target);
    long high = graph.rowStart(target + 1);
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (graph.source(middle) < source) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static float weight(MemorySegment weights, long edge) {
    return weights.get(JAVA_FLOAT_UNALIGNED, edge * Float.BYTES);
  }

  private static void set(MemorySegment weights, long edge, float weight) {
    weights.set(JAVA_FLOAT_UNALIGNED, edge * Float.BYTES, weight);
  }
}
