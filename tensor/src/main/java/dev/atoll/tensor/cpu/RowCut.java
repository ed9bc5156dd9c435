package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.getLong;

import dev.atoll.tensor.Csr;

/**
 * Cuts the rows of a sparse matrix into chunks of about equal work, a row counting as many units as
 * it has edges and one more. Where the cuts fall depends on the matrix and the width only.
 *
 * <p>A row of more than {@link #HUB_STEPS} chunks' work is a hub. It is always the last row of its
 * chunk, and left to the caller.
 */
record RowCut(long rowStart, int rows, long step, int chunks) {
  /** Floats read in one chunk, about. */
  private static final long CHUNK_FLOATS = 1 << 19;

  private static final int LEAST_WIDTH = 32;
  static final int HUB_STEPS = 2;

  static RowCut of(Csr a, int width) {
    long rowStart = NativeMemory.address(a.rowStart());
    long step = CHUNK_FLOATS / Math.max(LEAST_WIDTH, Math.min(width, 1 << 12));
    long units = a.rows() == 0 ? 0 : getLong(rowStart + 8L * a.rows()) + a.rows();
    return new RowCut(rowStart, a.rows(), step, Math.toIntExact(Math.ceilDiv(units, step)));
  }

  /** The first row of a chunk. */
  int first(int chunk) {
    long unit = chunk * step;
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

  /** Where a chunk's rows end, a hub not counted. */
  int end(int chunk) {
    int end = first(chunk + 1);
    return end > 0 && isHub(end - 1) && first(chunk) < end ? end - 1 : end;
  }

  /** The hub that ends a chunk, or −1. */
  int hub(int chunk) {
    int last = first(chunk + 1) - 1;
    return last >= first(chunk) && isHub(last) ? last : -1;
  }

  /** Elements {@code [from, to)} of a row. */
  @FunctionalInterface
  interface RowEdges {
    void run(int row, long from, long to);
  }

  /** Visits every row once, with all its edges. */
  void forRows(ThreadTeam team, RowEdges body) {
    team.run(chunks, chunk -> visit(first(chunk), first(chunk + 1), body));
  }

  /** Visits every edge once: rows with all their edges, hubs in segments. */
  void forEdges(ThreadTeam team, RowEdges body) {
    team.run(chunks, chunk -> visit(first(chunk), end(chunk), body));
    for (int chunk = 0; chunk < chunks; chunk++) {
      int hub = hub(chunk);
      if (hub >= 0) {
        team.run(
            segments(hub),
            segment -> body.run(hub, segmentStart(hub, segment), segmentStart(hub, segment + 1)));
      }
    }
  }

  private void visit(int from, int to, RowEdges body) {
    for (int row = from; row < to; row++) {
      body.run(row, start(row), start(row + 1));
    }
  }

  /** Into how many segments of a chunk's size a hub is cut. */
  int segments(int hub) {
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
