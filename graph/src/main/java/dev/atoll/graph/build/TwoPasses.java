package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.EdgeSource.EdgeSink;
import dev.atoll.graph.Parallel;
import dev.atoll.graph.build.CsrOptions.NeighborOrder;
import dev.atoll.graph.build.CsrOptions.SelfLoops;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/** Counts the arcs of every row, then writes them; duplicates stay. */
final class TwoPasses {
  private final CsrOptions options;
  private final boolean inSourceOrder;
  private final int threads;
  private final EdgeSource edges;
  private final long nodes;
  private final MemorySegment rowStarts;
  private final RowCursors cursors;
  private final ArcBuckets buckets;

  TwoPasses(CsrOptions options, int threads, EdgeSource edges, MemorySegment rowStarts) {
    this.options = options;
    this.inSourceOrder = options.order() == NeighborOrder.SOURCE;
    this.threads = threads;
    this.edges = edges;
    this.nodes = edges.nodeCount();
    this.rowStarts = rowStarts;
    this.cursors = new RowCursors(rowStarts, nodes);
    this.buckets = new ArcBuckets(nodes);
  }

  /**
   * Builds the graph.
   *
   * @param allocator gives the neighbours room, once it is known how many there are
   */
  CsrGraph run(LongFunction<NeighborCells> allocator) {
    long[] counted = count();
    NeighborCells cells = allocator.apply(cursors.layOut());
    fill(cells, counted);
    if (!inSourceOrder) {
      sortRows(cells);
    }
    return new CsrGraph(nodes, rowStarts, cells.data(), cells.wide());
  }

  private long[] count() {
    cursors.clear();
    var counters = new ChunkCounter[edges.chunkCount()];
    Parallel.forEach(threads, counters.length, chunk -> counters[chunk] = pass(chunk, this::count));
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
        inSourceOrder ? 1 : threads,
        counted.length,
        chunk -> pass(chunk, write).requireSame(chunk, counted[chunk]));
    eachAddedLoop(node -> cells.set(cursors.next(node), node));
  }

  private ChunkCounter pass(int chunk, ArcBuckets.Taker taker) {
    var counter = new ChunkCounter(nodes);
    buckets.gather(arcs -> edges.forEach(chunk, counter.before(arcsOfEdges(arcs))), taker);
    return counter;
  }

  /** From edges to the arcs that are stored for them. */
  private EdgeSink arcsOfEdges(EdgeSink out) {
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
          long last = ranges.first(range + 1);
          for (long node = ranges.first(range); node < last; node++) {
            long from = rowStarts.getAtIndex(JAVA_LONG, node);
            row.load(cells, node, from, rowStarts.getAtIndex(JAVA_LONG, node + 1));
            row.sort();
            row.store(cells, from);
          }
        });
  }
}
