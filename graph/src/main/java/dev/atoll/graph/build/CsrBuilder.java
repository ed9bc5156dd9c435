package dev.atoll.graph.build;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Turns edges into the ascending in-neighbour lists of a {@link CsrGraph}: one pass counts, one
 * fills. Besides the arrays of the graph it needs a few MiB per thread; to drop duplicates it also
 * needs {@linkplain Storage#scratch scratch} as big as the graph with them. The result does not
 * depend on the number of threads.
 *
 * <pre>{@code
 * var builder = new CsrBuilder(CsrOptions.AS_GIVEN.symmetrized().deduplicated(), threads);
 * CsrGraph graph = builder.build(edges, Storage.in(arena));
 * }</pre>
 */
public record CsrBuilder(CsrOptions options, int threads) {
  /** The array of row starts: int64, nodes + 1. */
  public static final String INDPTR = "indptr";

  /** The array of neighbours: int32. */
  public static final String INDICES = "indices";

  /** The array of edge weights: float32. */
  public static final String EDGE_WEIGHTS = "edge_weights";

  /** A builder that uses all cores. */
  public CsrBuilder(CsrOptions options) {
    this(options, Parallel.allCores());
  }

  /**
   * Builds the graph of the given edges.
   *
   * @throws EdgeOutOfRangeException for the first edge in the source's order that names a node
   *     outside {@code 0 … nodeCount − 1}
   * @throws dev.atoll.graph.BadDataException for more than 2³¹ − 1 nodes
   */
  public CsrGraph build(EdgeSource edges, Storage storage) {
    long starts = CsrGraph.requireNodeCount(edges.nodeCount()) + 1L;
    if (!options.dedupe()) {
      MemorySegment rowStarts = storage.longs(INDPTR, starts);
      return new TwoPasses(options, threads, edges, rowStarts).run(n -> storage.ints(INDICES, n));
    }
    try (Arena passing = Arena.ofShared()) {
      MemorySegment rowStarts = storage.scratch(passing, starts * Long.BYTES);
      CsrGraph repeating =
          new TwoPasses(options, threads, edges, rowStarts)
              .run(n -> storage.scratch(passing, n * Integer.BYTES));
      return withoutRepeats(repeating, storage);
    }
  }

  private CsrGraph withoutRepeats(CsrGraph graph, Storage storage) {
    return new RowByRow(storage, threads)
        .write(
            graph.nodeCount(),
            (node, row) -> {
              row.load(graph, node);
              row.removeRepeats();
            });
  }
}
