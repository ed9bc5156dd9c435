package dev.atoll.graph.build;

import dev.atoll.graph.EdgeSource.EdgeSink;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Gathers arcs by ranges of rows and hands them over a bucketful at a time. Work on rows that lie
 * close together keeps to a few pages, and the lock of their range makes it safe without an atomic
 * operation per arc. Arcs of one row come out in the order in which they went in.
 */
final class ArcBuckets {
  private static final int LEAST_ROW_BITS = 12;
  private static final int MOST_BUCKETS = 1 << 10;
  private static final int ARCS_PER_BUCKET = 128;

  /** Takes arcs of one range of rows: target and source of each, one after the other. */
  @FunctionalInterface
  interface Taker {
    void take(long[] arcs, int from, int to);
  }

  private final int rowBits;
  private final Object[] locks;
  private final Queue<Buffer> idle = new ConcurrentLinkedQueue<>();

  ArcBuckets(long rows) {
    int bits = LEAST_ROW_BITS;
    while (rows >>> bits >= MOST_BUCKETS) {
      bits++;
    }
    rowBits = bits;
    locks = new Object[(int) (rows >>> bits) + 1];
    for (int i = 0; i < locks.length; i++) {
      locks[i] = new Object();
    }
  }

  /** A chunk of edges to be gathered by one thread. */
  @FunctionalInterface
  interface Chunk {
    void forEach(EdgeSink sink);
  }

  /** Runs a chunk; all its arcs are taken when this returns. */
  void gather(Chunk chunk, Taker taker) {
    Buffer polled = idle.poll();
    Buffer buffer = polled == null ? new Buffer() : polled;
    buffer.taker = taker;
    chunk.forEach(buffer);
    buffer.flush();
    idle.add(buffer);
  }

  private final class Buffer implements EdgeSink {
    private final long[] arcs = new long[locks.length * ARCS_PER_BUCKET * 2];
    private final int[] filled = new int[locks.length];
    private Taker taker;

    @Override
    public void accept(long source, long target) {
      int bucket = (int) (target >>> rowBits);
      int start = bucket * ARCS_PER_BUCKET * 2;
      int at = start + filled[bucket];
      arcs[at] = target;
      arcs[at + 1] = source;
      filled[bucket] += 2;
      if (filled[bucket] == ARCS_PER_BUCKET * 2) {
        flush(bucket);
      }
    }

    void flush() {
      for (int bucket = 0; bucket < filled.length; bucket++) {
        if (filled[bucket] > 0) {
          flush(bucket);
        }
      }
    }

    private void flush(int bucket) {
      int start = bucket * ARCS_PER_BUCKET * 2;
      synchronized (locks[bucket]) {
        taker.take(arcs, start, start + filled[bucket]);
      }
      filled[bucket] = 0;
    }
  }
}
