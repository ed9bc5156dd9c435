package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.EdgeSource.EdgeSink;
import dev.atoll.graph.Parallel;
import dev.atoll.graph.build.CsrOptions.NeighborOrder;
import dev.atoll.graph.build.CsrOptions.SelfLoops;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * Turns edges into the in-neighbour lists of a {@link CsrGraph}: one pass counts, one fills.
 * Besides the arrays of the graph it needs one int64 per node; to drop duplicates it also needs a
 * {@linkplain Storage#scratch scratch} as big as the graph with them. The result does not depend on
 * the number of threads.
 *
 * <pre>{@code
 * var builder = new CsrBuilder(CsrOptions.AS_GIVEN.symmetrized().deduplicated(), threads);
 * CsrGraph graph = builder.build(edges, Storage.in(arena));
 * }</pre>
 *
 * <p>In {@link NeighborOrder#SOURCE} order the filling pass runs on one thread: the order is that
 * of the source because edges are written in it.
 */
public record CsrBuilder(CsrOptions options, int threads) {
  /** The array of row starts: int64, nodes + 1. */
  public static final String INDPTR = "indptr";

  /** The array of neighbours: int32, or int64 for more than 2³¹ − 1 nodes. */
  public static final String INDICES = "indices";

  /** On all cores. */
  public CsrBuilder(CsrOptions options) {
    this(options, Parallel.allCores());
  }

  /**
   * Builds the graph of the given edges.
   *
   * @throws EdgeOutOfRangeException for the first edge in the source's order that names a node
   *     outside {@code 0 … nodeCount − 1}
   */
  public CsrGraph build(EdgeSource edges, Storage storage) {
    return build(edges, storage, edges.nodeCount() > Integer.MAX_VALUE);
  }

  CsrGraph build(EdgeSource edges, Storage storage, boolean wide) {
    if (!options.dedupe()) {
      MemorySegment rowStarts = storage.longs(INDPTR, edges.nodeCount() + 1);
      return new Passes(edges, rowStarts).run(n -> NeighborCells.in(storage, wide, n));
    }
    try (Arena passing = Arena.ofShared()) {
      MemorySegment rowStarts = storage.scratch(passing, (edges.nodeCount() + 1) * Long.BYTES);
      CsrGraph repeating =
          new Passes(edges, rowStarts).run(n -> NeighborCells.scratch(storage, passing, wide, n));
      return withoutRepeats(repeating, storage);
    }
  }

  private CsrGraph withoutRepeats(CsrGraph graph, Storage storage) {
    boolean sorted = options.order() == NeighborOrder.ASCENDING;
    return new RowByRow(storage, threads)
        .write(
            graph.nodeCount(),
            graph.wide(),
            (node, row) -> {
              row.load(graph, node);
              if (sorted) {
                row.removeRepeatsInRuns();
              } else {
                row.removeRepeats();
              }
            });
  }

  /** Where the neighbours go, once it is known how many there are. */
  @FunctionalInterface
  private interface CellsOfCount {
    NeighborCells allocate(long count);
  }

  private final class Passes {
    private final EdgeSource edges;
    private final long nodes;
    private final MemorySegment rowStarts;
    private final boolean inOrder = options.order() == NeighborOrder.SOURCE;
    private final RowCursors cursors;
    private final ArcBuckets buckets;

    Passes(EdgeSource edges, MemorySegment rowStarts) {
      this.edges = edges;
      this.nodes = edges.nodeCount();
      this.rowStarts = rowStarts;
      this.cursors = new RowCursors(rowStarts, nodes);
      this.buckets = new ArcBuckets(nodes);
    }

    CsrGraph run(CellsOfCount allocator) {
      long[] counted = count();
      NeighborCells cells = allocator.allocate(cursors.layOut());
      fill(cells, counted);
      if (!inOrder) {
        sortRows(cells);
      }
      return new CsrGraph(nodes, rowStarts, cells.data(), cells.wide());
    }

    private long[] count() {
      cursors.clear();
      var counters = new ChunkCounter[edges.chunkCount()];
      Parallel.forEach(
          threads, counters.length, chunk -> counters[chunk] = pass(chunk, this::count));
      long[] counts = ChunkCounter.checkedCounts(counters);
      eachAddedLoop(cursors::next);
      return counts;
    }

    private void count(long[] arcs, int from, int to) {
      for (int i = from; i < to; i += 2) {
        cursors.next(arcs[i]);
      }
    }

    private void fill(NeighborCells cells, long[] counted) {
      ArcBuckets.Taker write =
          (arcs, from, to) -> {
            for (int i = from; i < to; i += 2) {
              cells.set(cursors.next(arcs[i]), arcs[i + 1]);
            }
          };
      Parallel.forEach(
          inOrder ? 1 : threads,
          counted.length,
          chunk -> pass(chunk, write).requireSame(chunk, counted[chunk]));
      eachAddedLoop(node -> cells.set(cursors.next(node), node));
    }

    private ChunkCounter pass(int chunk, ArcBuckets.Taker taker) {
      var counter = new ChunkCounter(nodes);
      buckets.gather(arcs -> edges.forEach(chunk, counter.before(arcs(arcs))), taker);
      return counter;
    }

    private void eachAddedLoop(LongConsumer body) {
      if (options.selfLoops() == SelfLoops.ADD) {
        for (long node = 0; node < nodes; node++) {
          body.accept(node);
        }
      }
    }

    private void sortRows(NeighborCells cells) {
      var ranges = new RowRanges(new CsrGraph(nodes, rowStarts, cells.data(), cells.wide()));
      Parallel.forEach(
          threads,
          ranges.count(),
          range -> {
            var row = new RowBuffer();
            for (long node = ranges.first(range); node < ranges.first(range + 1); node++) {
              long from = rowStarts.getAtIndex(JAVA_LONG, node);
              row.load(cells, node, from, rowStarts.getAtIndex(JAVA_LONG, node + 1));
              row.sort();
              row.store(cells, from);
            }
          });
    }
  }

  /** From edges to the arcs that are stored for them. */
  private EdgeSink arcs(EdgeSink out) {
    boolean keepLoops = options.selfLoops() == SelfLoops.KEEP;
    boolean both = options.symmetrize();
    return (source, target) -> {
      if (source != target) {
        out.accept(source, target);
        if (both) {
          out.accept(target, source);
        }
      } else if (keepLoops) {
        out.accept(source, target);
      }
    };
  }
}
