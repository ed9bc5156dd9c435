package dev.atoll.graph.csr;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.parallel.Parallel;

/**
 * Turns edges into the ascending in-neighbour lists of a {@link CsrGraph}. Besides the arrays of
 * the graph it takes 8 bytes per arc, 12 or 16 with data, up to the largest size of the heap; where
 * arcs exceed that, the source is read several times. {@linkplain Storage#scratch Scratch} of 4
 * bytes per arc, 8 or 12 with data, holds the sorted arcs until their number is known. The result
 * does not depend on the number of threads.
 *
 * <p>Equal edges are in ascending order of weight; of those that are stored once the heaviest
 * stays.
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
    return build(NumberedEdgeSource.of(edges), EdgeData.NONE, storage);
  }

  /**
   * Builds the graph of the given edges, which take their data along.
   *
   * @throws EdgeOutOfRangeException as {@link #build(EdgeSource, Storage)} does
   */
  public CsrGraph build(NumberedEdgeSource edges, EdgeData data, Storage storage) {
    return new EdgeSort(this, arcMemory(), storage, edges, data).sort();
  }

  /**
   * The most memory that building a graph without data takes, in bytes: row starts, the arcs in
   * order and, before them, the arcs as they came or, behind them, the array of neighbours.
   */
  public static long memoryBytes(long nodes, long arcs) {
    long ordered = arcs * Integer.BYTES;
    return nodes * Long.BYTES + ordered + Math.max(ordered, Math.min(2 * ordered, arcMemory()));
  }

  /** Graphs are off the heap: what is needed to build one may be as large as the heap could be. */
  private static long arcMemory() {
    return Runtime.getRuntime().maxMemory();
  }
}
