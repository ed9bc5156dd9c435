package dev.atoll.graph.csr;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.EdgeData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The sorted arcs of a round, in scratch: arcs of a bucket lie together, beginning where they would
 * if none of the buckets had repeats.
 */
final class SortedArcs {
  private static final int AT_ONCE = 1 << 12;

  private final OriginArray numbering;
  private final int firstBucket;
  private final long[] starts;
  private final MemorySegment sources;
  private final MemorySegment numbers;

  /** Room for the arcs of buckets from {@code first} to before {@code end}. */
  SortedArcs(
      ArcBuckets buckets,
      int first,
      int end,
      OriginArray numbering,
      Storage storage,
      Arena passing) {
    this.numbering = numbering;
    this.firstBucket = first;
    this.starts = new long[end - first];
    long arcs = 0;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = arcs;
      arcs += buckets.get(first + i).size();
    }
    this.sources = storage.scratch(passing, arcs * Integer.BYTES);
    this.numbers = storage.scratch(passing, arcs * numbering.bytes());
  }

  int firstBucket() {
    return firstBucket;
  }

  int bucketCount() {
    return starts.length;
  }

  /** The place of a bucket's first arc. */
  long start(int bucket) {
    return starts[bucket - firstBucket];
  }

  /** Stores a row, beginning at a place. */
  void put(long place, int[] row, long[] origins, int count) {
    MemorySegment.copy(row, 0, sources, JAVA_INT, place * Integer.BYTES, count);
    for (int i = 0; i < count && numbering.bytes() > 0; i++) {
      numbering.set(numbers.address(), place + i, origins[i]);
    }
  }

  /** Copies the sources of a bucket to their place among all edges. */
  void copySources(int bucket, long count, MemorySegment into, long first) {
    MemorySegment.copy(
        sources, start(bucket) * Integer.BYTES, into, first * Integer.BYTES, count * Integer.BYTES);
  }

  /** Gathers the data of a bucket's edges to their place among all edges. */
  void gather(int bucket, long count, EdgeData data, EdgeData into, long first) {
    long[] origins = new long[(int) Math.min(AT_ONCE, count)];
    for (long from = 0; from < count; from += AT_ONCE) {
      int length = (int) Math.min(AT_ONCE, count - from);
      for (int i = 0; i < length; i++) {
        origins[i] = numbering.at(numbers.address(), start(bucket) + from + i);
      }
      data.gather(origins, length, into, first + from);
    }
  }
}
