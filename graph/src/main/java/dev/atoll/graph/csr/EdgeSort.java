package dev.atoll.graph.csr;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.csr.CsrOptions.SelfLoops;
import dev.atoll.graph.csr.NumberedEdgeSource.NumberedEdgeSink;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Sorts edges into the rows of a graph, once:
 *
 * <pre>
 *   distribute   one pass over the source: arcs to buckets of neighbouring targets, in memory
 *   sort         bucket by bucket: arcs by target and source, equal arcs by their data
 *   store        row starts are summed up, then buckets are copied to their place,
 *                and data[e] = data[origin[e]]
 * </pre>
 *
 * Where arcs exceed the memory that is allowed, the first two steps are repeated for the next
 * buckets. The result depends neither on that memory nor on the number of threads.
 */
final class EdgeSort {
  private final CsrOptions options;
  private final int threads;
  private final long memory;
  private final Storage storage;
  private final NumberedEdgeSource edges;
  private final EdgeData data;
  private final OriginArray numbering;
  private final int nodes;
  private final List<SortedArcs> rounds = new ArrayList<>();
  private final Queue<BucketSort> idle = new ConcurrentLinkedQueue<>();

  /**
   * A sort of edges with their data.
   *
   * @param memory the bytes that arcs may take in memory
   */
  EdgeSort(
      CsrBuilder builder, long memory, Storage storage, NumberedEdgeSource edges, EdgeData data) {
    this.options = builder.options();
    this.threads = builder.threads();
    this.memory = memory;
    this.storage = storage;
    this.edges = edges;
    this.data = data;
    this.numbering = data.isEmpty() ? OriginArray.NONE : OriginArray.below(edges.numberBound());
    this.nodes = CsrGraph.requireNodeCount(edges.nodeCount());
  }

  CsrGraph sort() {
    MemorySegment rowStarts = storage.longs(CsrBuilder.INDPTR, nodes + 1L);
    try (Arena passing = Arena.ofShared()) {
      ArcBuckets buckets;
      try (Arena pages = Arena.ofShared()) {
        var arcs = new ArcPages(pages, numbering, memory);
        buckets = new ArcBuckets(nodes, arcs, numbering.bytes() > 0);
        sort(buckets, rowStarts, passing);
      } finally {
        idle.forEach(BucketSort::close);
      }
      return store(buckets, rowStarts);
    }
  }

  private void sort(ArcBuckets buckets, MemorySegment rowLengths, Arena passing) {
    long[] counted = null;
    for (int first = 0; first < buckets.count(); first = buckets.end()) {
      buckets.begin(first);
      counted = distribute(buckets, counted);
      rounds.add(sortRound(buckets, first, rowLengths, passing));
    }
  }

  private long[] distribute(ArcBuckets buckets, long[] expected) {
    var counters = new ChunkCounter[edges.chunkCount()];
    Parallel.forEach(
        threads,
        counters.length,
        chunk -> {
          counters[chunk] = new ChunkCounter(nodes);
          buckets.distribute(
              arcs -> edges.forEachNumbered(chunk, counters[chunk].before(arcsOfEdges(arcs))));
        });
    buckets.flush();
    long[] counted = ChunkCounter.checkedCounts(counters);
    for (int chunk = 0; expected != null && chunk < counted.length; chunk++) {
      counters[chunk].requireSame(chunk, expected[chunk]);
    }
    return counted;
  }

  /** A sink that turns edges into the arcs to be stored. */
  private NumberedEdgeSink arcsOfEdges(NumberedEdgeSink out) {
    boolean keepLoops = options.selfLoops() == SelfLoops.KEEP;
    boolean both = options.symmetrize();
    return (source, target, number) -> {
      if (source != target) {
        out.accept(source, target, number);
        if (both) {
          out.accept(target, source, number);
        }
      } else if (keepLoops) {
        out.accept(source, target, number);
      }
    };
  }

  private SortedArcs sortRound(
      ArcBuckets buckets, int first, MemorySegment rowLengths, Arena passing) {
    var sorted = new SortedArcs(buckets, first, buckets.end(), numbering, storage, passing);
    Parallel.forEach(
        threads,
        sorted.bucketCount(),
        i -> {
          BucketSort polled = idle.poll();
          BucketSort sort =
              polled == null ? new BucketSort(options.dedupe(), data, numbering) : polled;
          sort(buckets, first + i, sort, rowLengths, sorted);
          idle.add(sort);
        });
    return sorted;
  }

  private void sort(
      ArcBuckets buckets,
      int bucket,
      BucketSort sort,
      MemorySegment rowLengths,
      SortedArcs sorted) {
    long[] next = {sorted.start(bucket)};
    sort.sort(
        buckets.get(bucket),
        buckets.firstTarget(bucket),
        buckets.firstTarget(bucket + 1),
        (target, sources, origins, count) -> {
          rowLengths.setAtIndex(JAVA_LONG, target + 1L, count);
          sorted.put(next[0], sources, origins, count);
          next[0] += count;
        });
    buckets.get(bucket).close();
  }

  /** Copies the sorted arcs to their places, which are known now. */
  private CsrGraph store(ArcBuckets buckets, MemorySegment rowStarts) {
    long edgeCount = RowByRow.sumUp(rowStarts, nodes);
    MemorySegment neighbors = storage.ints(CsrBuilder.INDICES, edgeCount);
    EdgeData stored = data.unfilled(edgeCount, storage);
    for (SortedArcs sorted : rounds) {
      Parallel.forEach(
          threads,
          sorted.bucketCount(),
          i -> {
            int bucket = sorted.firstBucket() + i;
            long from = rowStarts.getAtIndex(JAVA_LONG, buckets.firstTarget(bucket));
            long to = rowStarts.getAtIndex(JAVA_LONG, buckets.firstTarget(bucket + 1));
            sorted.copySources(bucket, to - from, neighbors, from);
            if (!data.isEmpty()) {
              sorted.gather(bucket, to - from, data, stored, from);
            }
          });
    }
    return new CsrGraph(nodes, rowStarts, neighbors).with(stored);
  }
}
