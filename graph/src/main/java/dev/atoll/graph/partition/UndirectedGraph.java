package dev.atoll.graph.partition;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.GraphEdges;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * A graph without directions, loops and repeated edges: the user's own when it is like that
 * already, a copy otherwise.
 */
public final class UndirectedGraph implements AutoCloseable {
  private static final long NODES_PER_CHUNK = 1 << 14;

  private static final CsrOptions UNDIRECTED =
      CsrOptions.AS_GIVEN.symmetrized().deduplicated().with(CsrOptions.SelfLoops.DROP);

  private final CsrGraph graph;
  private final Arena memory;

  private UndirectedGraph(CsrGraph graph, Arena memory) {
    this.graph = graph;
    this.memory = memory;
  }

  public static UndirectedGraph of(CsrGraph graph, int threads) {
    if (isUndirected(graph, threads)) {
      return new UndirectedGraph(graph, null);
    }
    Arena memory = Arena.ofShared();
    try {
      var builder = new CsrBuilder(UNDIRECTED, threads);
      return new UndirectedGraph(builder.build(new GraphEdges(graph), Storage.in(memory)), memory);
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  /**
   * Whether all rows ascend without loops and every arc has its opposite. Opposites are found by
   * sums: an arc upwards adds the hash of its ends, an arc downwards subtracts it; the total is
   * zero, and is hardly ever zero by chance.
   */
  private static boolean isUndirected(CsrGraph graph, int threads) {
    var sum = new LongAdder();
    var ordered = new AtomicBoolean(true);
    Parallel.forEachRange(
        threads,
        graph.nodeCount(),
        NODES_PER_CHUNK,
        (from, to) -> {
          long left = 0;
          for (long v = from; v < to && ordered.get(); v++) {
            long last = -1;
            for (long e = graph.rowStart(v), end = graph.rowStart(v + 1); e < end; e++) {
              long u = graph.source(e);
              if (u <= last || u == v) {
                ordered.set(false);
                break;
              }
              last = u;
              left += u < v ? -hash(u, v) : hash(v, u);
            }
          }
          sum.add(left);
        });
    return ordered.get() && sum.sum() == 0;
  }

  private static long hash(long low, long high) {
    return RandomKey.mix(low * 0x9E3779B97F4A7C15L + high);
  }

  /** The undirected graph: every edge is in the rows of both its ends; rows ascend. */
  public CsrGraph graph() {
    return graph;
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }
}
