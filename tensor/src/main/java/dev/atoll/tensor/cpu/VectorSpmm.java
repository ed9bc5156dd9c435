package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.NativeMemory.NONE;
import static dev.atoll.tensor.cpu.NativeMemory.address;
import static dev.atoll.tensor.cpu.NativeMemory.getInt;
import static dev.atoll.tensor.cpu.NativeMemory.setLong;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Products of a sparse and a dense matrix, shared out by non-zeros. A hub row is cut into segments
 * of a chunk's size; the segments are multiplied like rows and their sums added in order.
 */
final class VectorSpmm {
  /** Rows that go through all passes together: their indices and sources stay in cache. */
  private static final int BLOCK_ROWS = 32;

  /** Rows whose sums wait to be rounded, in the nearest cache. */
  private static final int PAIR_ROWS = 16;

  private final ThreadTeam team;
  private final ScratchMemory scratch;

  VectorSpmm(ThreadTeam team, ScratchMemory scratch) {
    this.team = team;
    this.scratch = scratch;
  }

  /** {@code out = a·x + beta·out}. */
  void multiply(Csr a, Matrix x, float beta, Matrix out) {
    var task =
        task(a, address(a.weight()), 4, NONE, x, beta, out)
            .scaled(address(a.rowScale()), address(a.columnScale()));
    var cut = RowCut.of(a, out.cols());
    boolean pairs = x.type() == DType.BF16 && out.type() == DType.BF16;
    if (pairs && out.cols() >= VectorBf16.PAIR_COLUMNS) {
      long readable = Math.min(readableElements(x), readableElements(out));
      multiplyPairs(cut, task, SpmmPairs.plan(out.cols(), readable));
    } else if (x.type() != DType.F32) {
      multiplyHalf(cut, task, x, out);
    } else {
      var passes = new ArrayList<SpmmPass>();
      SpmmPass.plan(0, out.cols(), readableElements(x), 0, passes);
      run(cut, task, passes, out.cols());
    }
  }

  /**
   * Multiplies bfloat16 into bfloat16. Rows are not cut into segments, and their scale is a factor
   * of every edge, as in {@link #multiplyHalf}: the bits are the same.
   */
  private void multiplyPairs(RowCut cut, SpmmTask task, List<SpmmPairs.Pass> passes) {
    cut.forRanges(
        team,
        (from, to) -> {
          try (var sums = scratch.borrow((PAIR_ROWS + 1) * SpmmPairs.MOST_SUM_BYTES)) {
            for (int r = from; r < to; r += PAIR_ROWS) {
              for (int p = 0; p < passes.size(); p++) {
                multiplyPairs(task, passes.get(p), r, Math.min(to, r + PAIR_ROWS), sums.address());
              }
            }
          }
        });
  }

  private static void multiplyPairs(
      SpmmTask task, SpmmPairs.Pass pass, int from, int to, long sums) {
    if (task.adds()) {
      for (int r = from; r < to; r++) {
        long out = task.out() + r * task.outRowBytes();
        VectorBf16.split(pass, out, sums + (r - from) * pass.sumBytes());
      }
    }
    SpmmPairs.multiply(task, pass, from, to, sums);
    long spill = sums + PAIR_ROWS * SpmmPairs.MOST_SUM_BYTES;
    for (int r = from; r < to; r++) {
      long out = task.out() + r * task.outRowBytes();
      long own = sums + (r - from) * pass.sumBytes();
      if (pass.spills()) {
        VectorBf16.merge(pass, own, spill - pass.first());
        MemorySegment.copy(ALL, spill, ALL, out + pass.first(), pass.bytes());
      } else {
        VectorBf16.merge(pass, own, out);
      }
    }
  }

  /**
   * Multiplies a 16-bit type, for few columns, for types other than bfloat16, or into F32. Sums are
   * in the target row, or in a buffer if that is of a 16-bit type.
   */
  private void multiplyHalf(RowCut cut, SpmmTask task, Matrix x, Matrix out) {
    var half = VectorLanes.Half.of(x.type());
    var from = Operand.of(x);
    var to = HalfRows.Rows.of(out);
    cut.forRanges(
        team,
        (first, end) -> {
          try (var buffer = scratch.borrow(HalfRows.bufferBytes(out.cols()))) {
            for (int v = first; v < end; v++) {
              long sums = to.target(v, task.adds(), buffer.address());
              if (!task.adds()) {
                VectorElements.fill(0, sums, out.cols());
              }
              for (long e = cut.start(v); e < cut.start(v + 1); e++) {
                int u = getInt(task.column() + 4 * e);
                float factor = task.rowScale(v) * task.value(e, u, 0);
                VectorElements.addHalf(factor, half, from.row(u), sums, out.cols());
              }
              to.write(sums, v);
            }
          }
        });
  }

  /** Computes {@link #multiply} with a value per edge and head. */
  void multiplyHeads(Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    int heads = values.cols();
    int width = out.cols() / Math.max(1, heads);
    var passes = new ArrayList<SpmmPass>();
    for (int head = 0; head < heads; head++) {
      SpmmPass.plan(head * width, width, readableElements(x), 4L * head, passes);
    }
    var task = task(a, address(values), values.rowBytes(), address(edgeOf), x, beta, out);
    run(RowCut.of(a, out.cols()), task, passes, out.cols());
  }

  private static SpmmTask task(
      Csr a, long values, long valueBytes, long edgeOf, Matrix x, float beta, Matrix out) {
    return new SpmmTask(
        address(a.rowStart()),
        address(a.column()),
        values,
        valueBytes,
        edgeOf,
        NONE,
        NONE,
        address(x),
        x.rowBytes(),
        address(out),
        out.rowBytes(),
        beta != 0);
  }

  /** Elements that may be read from the start of the last row on. */
  private static long readableElements(Matrix x) {
    return x.data().byteSize() / x.type().bytes() - Math.max(0, x.rows() - 1L) * x.stride();
  }

  private void run(RowCut cut, SpmmTask task, List<SpmmPass> passes, int cols) {
    if (passes.isEmpty()) {
      return;
    }
    int[] hubs = cut.forOthers(team, (from, to) -> multiplyRows(task, passes, from, to));
    if (hubs.length > 0) {
      multiplyHubs(cut, hubs, task, passes, cols);
    }
  }

  private static void multiplyRows(SpmmTask task, List<SpmmPass> passes, int from, int to) {
    int block = passes.size() == 1 ? Math.max(1, to - from) : BLOCK_ROWS;
    for (int r = from; r < to; r += block) {
      for (int p = 0; p < passes.size(); p++) {
        SpmmLanes.multiply(task, passes.get(p), r, Math.min(to, r + block));
      }
    }
  }

  /** The segments of all hubs side by side, then the sum of each hub's. */
  private void multiplyHubs(
      RowCut cut, int[] hubs, SpmmTask task, List<SpmmPass> passes, int cols) {
    int[] starts = cut.segmentStarts(hubs);
    int segments = starts[hubs.length];
    long sumBytes = Matrix.strideFor(cols) * 4L;
    // A hub's segments end where no other's begin: one more start for each.
    try (var edges = scratch.borrow(8L * (segments + hubs.length));
        var sums = scratch.borrow((segments + hubs.length) * sumBytes)) {
      for (int i = 0; i < hubs.length; i++) {
        for (int segment = 0; segment <= starts[i + 1] - starts[i]; segment++) {
          long at = edges.address() + 8L * (starts[i] + i + segment);
          setLong(at, cut.segmentStart(hubs[i], segment));
        }
      }
      var parts = task.segments(edges.address(), sums.address(), sumBytes);
      team.run(
          segments,
          segment -> {
            int row = segment + RowCut.hubOf(starts, segment);
            multiplyRows(parts, passes, row, row + 1);
          });
      team.run(
          hubs.length,
          i -> {
            long first = sums.address() + (starts[i] + i) * sumBytes;
            long out = task.out() + hubs[i] * task.outRowBytes();
            int count = starts[i + 1] - starts[i];
            addSegments(first, count, sumBytes, task.rowScale(hubs[i]), task.adds(), out, cols);
          });
    }
  }

  private static void addSegments(
      long sums, int segments, long sumBytes, float scale, boolean adds, long out, int cols) {
    for (int segment = 1; segment < segments; segment++) {
      VectorElements.sum(sums, sums + segment * sumBytes, sums, cols);
    }
    VectorElements.add(scale, sums, adds ? 1 : 0, out, cols);
  }
}
