package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.getLong;

import dev.atoll.tensor.Csr;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Cuts the rows of a sparse matrix into chunks of about equal work, a row counting as many units as
 * it has edges and one more. Where the cuts fall depends on the matrix and the width only.
 *
 * <p>A row of more than {@link #HUB_STEPS} chunks' work is a hub. It is always the last row of its
 * chunk, and left to the caller.
 */
record RowCut(long rowStart, int rows, long firstEdge, long step, int chunks) {
  /** Floats read in one chunk, about. */
  private static final long CHUNK_FLOATS = 1 << 19;

  private static final int LEAST_WIDTH = 32;
  static final int HUB_STEPS = 2;

  static RowCut of(Csr a, int width) {
    long rowStart = NativeMemory.address(a.rowStart());
    long step = CHUNK_FLOATS / Math.max(LEAST_WIDTH, Math.min(width, 1 << 12));
    long firstEdge = a.rows() == 0 ? 0 : getLong(rowStart);
    long edges = a.rows() == 0 ? 0 : getLong(rowStart + 8L * a.rows()) - firstEdge;
    int chunks = Math.toIntExact(Math.ceilDiv(edges + a.rows(), step));
    return new RowCut(rowStart, a.rows(), firstEdge, step, chunks);
  }

  /** The first row of a chunk. */
  int first(int chunk) {
    long unit = firstEdge + chunk * step;
    int low = 0;
    int high = rows;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (start(middle) + middle < unit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Visits the rows that are no hubs, some at a time; returns the hubs, ascending. */
  int[] forOthers(ThreadTeam team, ThreadTeam.Range body) {
    var hubs = new ConcurrentLinkedQueue<Integer>();
    team.run(
        chunks,
        chunk -> {
          int first = first(chunk);
          int end = first(chunk + 1);
          boolean hub = first < end && isHub(end - 1);
          if (hub) {
            hubs.add(end - 1);
          }
          body.run(first, hub ? end - 1 : end);
        });
    return hubs.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /** Elements {@code [from, to)} of a row. */
  @FunctionalInterface
  interface RowEdges {
    void run(int row, long from, long to);
  }

  /** Visits every row once, with all its edges; takes it through all passes. */
  void forRows(ThreadTeam team, RowEdges... passes) {
    forRanges(team, (from, to) -> visit(from, to, passes));
  }

  /** Visits every row once, some at a time. */
  void forRanges(ThreadTeam team, ThreadTeam.Range body) {
    team.run(chunks, chunk -> body.run(first(chunk), first(chunk + 1)));
  }

  /** Visits every edge once: rows with all their edges, hubs in segments. */
  void forEdges(ThreadTeam team, RowEdges body) {
    int[] hubs = forOthers(team, (from, to) -> visit(from, to, body));
    int[] starts = segmentStarts(hubs);
    team.run(
        starts[hubs.length],
        segment -> {
          int i = hubOf(starts, segment);
          int place = segment - starts[i];
          body.run(hubs[i], segmentStart(hubs[i], place), segmentStart(hubs[i], place + 1));
        });
  }

  /** The index of each hub's first segment among all segments, followed by their total number. */
  int[] segmentStarts(int[] hubs) {
    int[] starts = new int[hubs.length + 1];
    for (int i = 0; i < hubs.length; i++) {
      starts[i + 1] = starts[i] + segments(hubs[i]);
    }
    return starts;
  }

  /** The index of the hub that a segment of all belongs to. */
  static int hubOf(int[] starts, int segment) {
    int found = Arrays.binarySearch(starts, segment);
    return found >= 0 ? found : -found - 2;
  }

  private void visit(int from, int to, RowEdges... passes) {
    for (int row = from; row < to; row++) {
      for (RowEdges pass : passes) {
        pass.run(row, start(row), start(row + 1));
      }
    }
  }

  /** Into how many segments of a chunk's size a hub is cut. */
  private int segments(int hub) {
    return Math.toIntExact(Math.ceilDiv(start(hub + 1) - start(hub), step));
  }

  long segmentStart(int hub, int segment) {
    return Math.min(start(hub + 1), start(hub) + segment * step);
  }

  long start(int row) {
    return getLong(rowStart + 8L * row);
  }

  private boolean isHub(int row) {
    return start(row + 1) - start(row) > HUB_STEPS * step;
  }
}
