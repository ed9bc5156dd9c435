package dev.atoll.graph.csr;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.RandomKey;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EdgeSortTest {
  /** So many nodes have more than ten buckets. */
  private static final int NODES = 50_000;

  private static final long PLENTY = 1L << 30;
  private static final long LITTLE = 1L << 20;
  private static final CsrOptions DEDUPED = CsrOptions.AS_GIVEN.symmetrized().deduplicated();

  /** Edges, a tenth of which come twice, that count how often a chunk is read. */
  private record Drawn(int count, int chunkCount, AtomicInteger reads)
      implements NumberedEdgeSource {
    static Drawn edges(int count, int chunks) {
      return new Drawn(count, chunks, new AtomicInteger());
    }

    @Override
    public long nodeCount() {
      return NODES;
    }

    @Override
    public long numberBound() {
      return count;
    }

    @Override
    public void forEachNumbered(int chunk, NumberedEdgeSink sink) {
      reads.incrementAndGet();
      int end = (int) ((chunk + 1L) * count / chunkCount);
      for (int i = (int) ((long) chunk * count / chunkCount); i < end; i++) {
        sink.accept(source(i), target(i), i);
      }
    }

    private static long edge(int i) {
      return i % 10 == 9 ? i - 1 : i;
    }

    static int source(int i) {
      return (int) RandomKey.ofSeed(1).child("source").below(NODES, edge(i));
    }

    static int target(int i) {
      return 50 * (int) RandomKey.ofSeed(1).child("target").below(NODES / 50, edge(i));
    }

    /** Weights of 1 to 3: equal edges often have equal weights. */
    EdgeData weights() {
      MemorySegment weights = Arena.ofAuto().allocate(JAVA_FLOAT, count);
      for (int i = 0; i < count; i++) {
        weights.setAtIndex(JAVA_FLOAT, i, 1 + i * 7 % 3);
      }
      return EdgeData.ofWeights(weights);
    }

    /** A comparison sort of all arcs: target, source, weight. */
    CsrGraph reference(CsrOptions options) {
      EdgeData data = weights();
      long[][] arcs = new long[2 * count][];
      int next = 0;
      for (int i = 0; i < count; i++) {
        arcs[next++] = new long[] {target(i), source(i), (long) data.weight(i)};
        if (options.symmetrize() && source(i) != target(i)) {
          arcs[next++] = new long[] {source(i), target(i), (long) data.weight(i)};
        }
      }
      Arrays.sort(arcs, 0, next, Arrays::compare);
      MemorySegment starts = Arena.ofAuto().allocate(JAVA_LONG, NODES + 1);
      MemorySegment sources = Arena.ofAuto().allocate(JAVA_INT, next);
      MemorySegment weights = Arena.ofAuto().allocate(JAVA_FLOAT, next);
      int kept = 0;
      for (int i = 0; i < next; i++) {
        boolean last =
            i == next - 1 || arcs[i][0] != arcs[i + 1][0] || arcs[i][1] != arcs[i + 1][1];
        if (last || !options.dedupe()) {
          sources.setAtIndex(JAVA_INT, kept, (int) arcs[i][1]);
          weights.setAtIndex(JAVA_FLOAT, kept++, (float) arcs[i][2]);
          starts.setAtIndex(JAVA_LONG, arcs[i][0] + 1, kept);
        }
      }
      for (int node = 0; node < NODES; node++) {
        long start = starts.getAtIndex(JAVA_LONG, node);
        starts.setAtIndex(
            JAVA_LONG, node + 1, Math.max(start, starts.getAtIndex(JAVA_LONG, node + 1)));
      }
      return new CsrGraph(NODES, starts, sources).withWeights(weights);
    }
  }

  private static CsrGraph sorted(Drawn edges, CsrOptions options, int threads, long memory) {
    return sort(edges, edges.weights(), options, threads, memory);
  }

  private static CsrGraph sort(
      NumberedEdgeSource edges, EdgeData data, CsrOptions options, int threads, long memory) {
    var builder = new CsrBuilder(options, threads);
    return new EdgeSort(builder, memory, Storage.in(Arena.ofAuto()), edges, data).sort();
  }

  private static void assertSame(CsrGraph expected, CsrGraph found) {
    assertEquals(expected.edgeCount(), found.edgeCount());
    assertEquals(-1, expected.rowStarts().mismatch(found.rowStarts()));
    long bytes = expected.edgeCount() * Integer.BYTES;
    assertEquals(
        -1, expected.neighbors().asSlice(0, bytes).mismatch(found.neighbors().asSlice(0, bytes)));
    if (found.weights().isPresent()) {
      assertEquals(
          -1,
          expected
              .weights()
              .orElseThrow()
              .asSlice(0, bytes)
              .mismatch(found.weights().get().asSlice(0, bytes)));
    }
  }

  @Test
  void theSameOnAnyNumberOfThreadsAndInAnyMemory() {
    for (CsrOptions options : new CsrOptions[] {DEDUPED, CsrOptions.AS_GIVEN}) {
      Drawn edges = Drawn.edges(100_000, 13);
      CsrGraph expected = edges.reference(options);
      for (int threads = 1; threads <= 7; threads++) {
        assertSame(expected, sorted(edges, options, threads, PLENTY));
        assertSame(expected, sorted(edges, options, threads, LITTLE));
        assertSame(expected, sort(edges, EdgeData.NONE, options, threads, LITTLE / 3));
      }
    }
  }

  @Test
  void edgesThatFitAreReadOnce() {
    Drawn edges = Drawn.edges(100_000, 13);
    sorted(edges, DEDUPED, 2, PLENTY);
    assertEquals(13, edges.reads().get());
  }

  @Test
  void arcsTakeNoMoreMemoryThanAllowed() {
    Drawn edges = Drawn.edges(300_000, 13);
    var numbering = OriginArray.below(edges.numberBound());
    long most = 0;
    long collected = 0;
    try (Arena arena = Arena.ofShared()) {
      var buckets = new ArcBuckets(NODES, new ArcPages(arena, numbering, LITTLE), true);
      for (int first = 0; first < buckets.count(); first = buckets.end()) {
        buckets.begin(first);
        for (int chunk = 0; chunk < edges.chunkCount(); chunk++) {
          int at = chunk;
          buckets.distribute(arcs -> edges.forEachNumbered(at, arcs));
        }
        buckets.flush();
        long held = 0;
        for (int bucket = first; bucket < buckets.end(); bucket++) {
          held += buckets.get(bucket).size();
          buckets.get(bucket).close();
        }
        most = Math.max(most, held);
        collected += held;
      }
    }
    assertEquals(300_000, collected);
    assertTrue(most * (Long.BYTES + numbering.bytes()) <= LITTLE, most + " arcs at once");
  }

  @Test
  void aBucketThatIsLargerThanTheMemoryIsSortedAllTheSame() {
    Drawn edges = Drawn.edges(50_000, 3);
    assertSame(edges.reference(DEDUPED), sorted(edges, DEDUPED, 2, 1));
    assertEquals(3 * (NODES / 4096 + 1), edges.reads().get());
  }

  @Test
  void edgesThatAreNumberedBeyondIntsKeepTheirData() {
    assertEquals(Integer.BYTES, OriginArray.below(1L << 31).bytes());
    var wide = OriginArray.below((1L << 31) + 1);
    assertEquals(Long.BYTES, wide.bytes());
    try (Arena arena = Arena.ofShared()) {
      var pages = new ArcPages(arena, wide, 1 << 20);
      var bucket = new ArcBucket(pages);
      bucket.open();
      int count = 3 * ArcPages.ARCS / 2;
      long[] ends = new long[count];
      long[] numbers = new long[count];
      for (int i = 0; i < count; i++) {
        ends[i] = (count - i) % 7L << Integer.SIZE | i / 14 % 5;
        numbers[i] = (1L << 40) + i;
      }
      assertEquals(count, bucket.append(ends, numbers, 0, count));
      var kept = new AtomicInteger();
      try (var sort = new BucketSort(false, EdgeData.NONE, wide)) {
        sort.sort(
            bucket,
            0,
            7,
            (target, sources, origins, degree) -> {
              for (int i = 0; i < degree; i++) {
                int edge = (int) (origins[i] - (1L << 40));
                assertEquals((long) target << Integer.SIZE | sources[i], ends[edge]);
                kept.incrementAndGet();
              }
            });
      }
      assertEquals(count, kept.get());
    }
  }

  @Test
  void aSourceThatChangesItsMindIsRefused() {
    var asked = new AtomicInteger();
    var fickle =
        new EdgeSource() {
          @Override
          public long nodeCount() {
            return NODES;
          }

          @Override
          public int chunkCount() {
            return 1;
          }

          @Override
          public void forEach(int chunk, EdgeSink sink) {
            int count = asked.getAndIncrement() == 0 ? 5000 : 4999;
            for (int i = 0; i < count; i++) {
              sink.accept(0, i * 10L);
            }
          }
        };
    NumberedEdgeSource edges = NumberedEdgeSource.of(fickle);
    var thrown =
        assertThrows(
            IllegalStateException.class,
            () -> sort(edges, EdgeData.NONE, CsrOptions.AS_GIVEN, 1, 1));
    assertEquals(
        "chunk 0 gave 5000 edges at first and 4999 edges when asked again", thrown.getMessage());
  }
}
