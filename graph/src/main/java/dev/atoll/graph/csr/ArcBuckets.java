package dev.atoll.graph.csr;

import dev.atoll.graph.csr.NumberedEdgeSource.NumberedEdgeSink;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Arcs distributed over buckets of neighbouring targets. A round collects the arcs of consecutive
 * buckets, as many as the memory holds: when it is full, the last of them are given up, and a later
 * round collects them from the source again.
 *
 * <pre>
 *   bucket b   the arcs to targets from b · 2^rowBits up to (b + 1) · 2^rowBits − 1
 *   round      buckets first … end − 1
 * </pre>
 */
final class ArcBuckets {
  private static final int LEAST_ROW_BITS = 12;
  private static final int MOST_BUCKETS = 1 << 10;
  private static final int ARCS_PER_BUFFER = 128;

  /** Of the buckets of a round, the share that is given up at once is one in so many. */
  private static final int GIVEN_UP = 8;

  private final int nodes;
  private final int rowBits;
  private final ArcBucket[] buckets;
  private final ArcPages memory;
  private final boolean numbered;
  private final Queue<Buffer> idle = new ConcurrentLinkedQueue<>();
  private int first;
  private volatile int end;

  ArcBuckets(int nodes, ArcPages memory, boolean numbered) {
    int bits = LEAST_ROW_BITS;
    while (nodes >>> bits >= MOST_BUCKETS) {
      bits++;
    }
    this.nodes = nodes;
    this.rowBits = bits;
    this.memory = memory;
    this.numbered = numbered;
    this.buckets = new ArcBucket[(nodes >>> bits) + 1];
    Arrays.setAll(buckets, _ -> new ArcBucket(memory));
    this.end = buckets.length;
  }

  int count() {
    return buckets.length;
  }

  ArcBucket get(int bucket) {
    return buckets[bucket];
  }

  /** The first target of a bucket; the number of nodes after the last one. */
  int firstTarget(int bucket) {
    return (int) Math.min(nodes, (long) bucket << rowBits);
  }

  /** Begins a round with a bucket, and with as many behind it as the last round could hold. */
  void begin(int firstBucket) {
    int most = end - first;
    first = firstBucket;
    end = Math.min(buckets.length, first + most);
    for (int bucket = first; bucket < end; bucket++) {
      buckets[bucket].open();
    }
  }

  /** The bucket behind the last one that the round has collected. */
  int end() {
    return end;
  }

  /** Edges to be distributed by one thread. */
  @FunctionalInterface
  interface Chunk {
    void forEach(NumberedEdgeSink sink);
  }

  /** Distributes the arcs of a chunk; some stay in buffers until {@link #flush}. */
  void distribute(Chunk chunk) {
    Buffer polled = idle.poll();
    Buffer buffer = polled == null ? new Buffer() : polled;
    chunk.forEach(buffer);
    idle.add(buffer);
  }

  /** Ends the distribution. */
  void flush() {
    idle.forEach(Buffer::flush);
  }

  /** Gives up the last buckets of the round, so that others have their memory. */
  private synchronized void giveUp() {
    long page = memory.take();
    if (page != 0) { // another thread has given up some
      memory.give(page);
      return;
    }
    int kept = end - first;
    if (kept == 1) {
      memory.allowMore();
      return;
    }
    int last = end - Math.ceilDiv(kept, GIVEN_UP);
    for (int bucket = end - 1; bucket >= last; bucket--) {
      end = bucket;
      buckets[bucket].close();
    }
  }

  /** The arcs of one thread that are in no bucket yet. */
  private final class Buffer implements NumberedEdgeSink {
    private final long[] ends = new long[buckets.length * ARCS_PER_BUFFER];
    private final long[] numbers = new long[numbered ? ends.length : 0];
    private final int[] filled = new int[buckets.length];

    @Override
    public void accept(long source, long target, long number) {
      int bucket = (int) (target >>> rowBits);
      if (bucket < first || bucket >= end) {
        return;
      }
      int place = bucket * ARCS_PER_BUFFER + filled[bucket]++;
      ends[place] = target << Integer.SIZE | source;
      if (numbered) {
        numbers[place] = number;
      }
      if (filled[bucket] == ARCS_PER_BUFFER) {
        flush(bucket);
      }
    }

    void flush() {
      for (int bucket = 0; bucket < filled.length; bucket++) {
        flush(bucket);
      }
    }

    private void flush(int bucket) {
      int next = bucket * ARCS_PER_BUFFER;
      int last = next + filled[bucket];
      while ((next = buckets[bucket].append(ends, numbers, next, last)) < last) {
        giveUp();
      }
      filled[bucket] = 0;
    }
  }
}
