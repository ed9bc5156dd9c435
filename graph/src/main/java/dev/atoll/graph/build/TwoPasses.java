package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.EdgeSource.EdgeSink;
import dev.atoll.graph.build.CsrOptions.SelfLoops;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.MemorySegment;
import java.util.function.LongFunction;

/** Counts the arcs of every row, then writes them; duplicates stay. */
final class TwoPasses {
  private final CsrOptions options;
  private final int threads;
  private final EdgeSource edges;
  private final int nodes;
  private final MemorySegment rowStarts;
  private final RowCursors cursors;
  private final ArcBuckets buckets;

  TwoPasses(CsrOptions options, int threads, EdgeSource edges, MemorySegment rowStarts) {
    this.options = options;
    this.threads = threads;
    this.edges = edges;
    this.nodes = CsrGraph.requireNodeCount(edges.nodeCount());
    this.rowStarts = rowStarts;
    this.cursors = new RowCursors(rowStarts, nodes);
    this.buckets = new ArcBuckets(nodes);
  }

  /**
   * Builds the graph.
   *
   * @param allocator allocates the neighbours, once their number is known
   */
  CsrGraph run(LongFunction<MemorySegment> allocator) {
    long[] counted = count();
    MemorySegment neighbors = allocator.apply(cursors.layOut());
    fill(neighbors, counted);
    sortRows(neighbors);
    return new CsrGraph(nodes, rowStarts, neighbors);
  }

  private long[] count() {
    cursors.clear();
    var counters = new ChunkCounter[edges.chunkCount()];
    Parallel.forEach(threads, counters.length, chunk -> counters[chunk] = pass(chunk, this::count));
    return ChunkCounter.checkedCounts(counters);
  }

  private void count(long[] arcs, int from, int to) {
    for (int i = from; i < to; i += 2) {
      cursors.next(arcs[i]);
    }
  }

  private void fill(MemorySegment neighbors, long[] counted) {
    ArcBuckets.Taker write =
        (arcs, from, to) -> {
          for (int i = from; i < to; i += 2) {
            neighbors.setAtIndex(JAVA_INT, cursors.next(arcs[i]), (int) arcs[i + 1]);
          }
        };
    Parallel.forEach(
        threads, counted.length, chunk -> pass(chunk, write).requireSame(chunk, counted[chunk]));
  }

  private ChunkCounter pass(int chunk, ArcBuckets.Taker taker) {
    var counter = new ChunkCounter(nodes);
    buckets.gather(arcs -> edges.forEach(chunk, counter.before(arcsOfEdges(arcs))), taker);
    return counter;
  }

  /** A sink that turns edges into the arcs to be stored. */
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

  private void sortRows(MemorySegment neighbors) {
    var ranges = new RowRanges(new CsrGraph(nodes, rowStarts, neighbors));
    Parallel.forEach(
        threads,
        ranges.count(),
        range -> {
          var row = new RowBuffer();
          long last = ranges.first(range + 1);
          for (long node = ranges.first(range); node < last; node++) {
            long from = rowStarts.getAtIndex(JAVA_LONG, node);
            row.load(neighbors, node, from, rowStarts.getAtIndex(JAVA_LONG, node + 1));
            row.sort();
            row.store(neighbors, from);
          }
        });
  }
}
