package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/**
 * Divides a product of dense matrices among the team's threads:
 *
 * <ul>
 *   <li>by rows of the result, if there are many;
 *   <li>by terms of the sums, if the result is small and the sums are long (the gradient of a
 *       weight): lane l accumulates tiles l, l + lanes, … in a separate sum, and the lanes' sums
 *       are added in order.
 * </ul>
 *
 * The order of summation depends on the shape only. If elements are computed independently, rows
 * and the last tiles of lanes are cut into {@linkplain ResultPanel panels}, several for every
 * thread, which changes no bit. Otherwise tiles depend on the shape only.
 *
 * <p>Operands of a 16-bit type are widened tile by tile, and results of a 16-bit type are rounded
 * tile by tile.
 */
final class ParallelGemm implements Gemm {
  /** Enough products per tile that starting it does not count. */
  private static final long TILE_PRODUCTS = 1 << 22;

  /** Enough rows that packing the right operand again does not count. */
  private static final int LEAST_TILE_ROWS = 256;

  private static final int MOST_TILE_ROWS = 2048;
  private static final int TILE_TERMS = 2048;
  private static final int LANES = 16;

  /** Elements of a lane's sum are added in ranges of rows of about this size. */
  private static final int SUM_ELEMENTS = 1 << 11;

  private final ThreadTeam team;
  private final ScratchMemory scratch;
  private final GemmTile tile;
  private final RowAdder adder;
  private final boolean rowsAreAlone;

  /**
   * @param adder of the kernels in use, so that no class of vectors is needed where these are not
   */
  ParallelGemm(ThreadTeam team, ScratchMemory scratch, GemmTile tile, RowAdder adder) {
    this(team, scratch, tile, adder, false);
  }

  private ParallelGemm(
      ThreadTeam team, ScratchMemory scratch, GemmTile tile, RowAdder adder, boolean rowsAreAlone) {
    this.team = team;
    this.scratch = scratch;
    this.tile = tile;
    this.adder = adder;
    this.rowsAreAlone = rowsAreAlone;
  }

  /**
   * Products whose rows do not depend on the number of rows: always divided by rows.
   *
   * @param tile whose {@linkplain GemmTile#elementsAreIndependent elements are independent}
   */
  static ParallelGemm byRow(ThreadTeam team, ScratchMemory scratch, GemmTile tile, RowAdder adder) {
    return new ParallelGemm(team, scratch, tile, adder, true);
  }

  /** Adds rows of elements at given addresses. */
  @FunctionalInterface
  interface RowAdder {
    /** {@code out = alpha·x + beta·out}, over n elements; with {@code beta} 0 out is not read. */
    void add(float alpha, long x, float beta, long out, int n);
  }

  @Override
  public void multiply(
      boolean transposeA,
      Matrix a,
      boolean transposeB,
      Matrix b,
      float beta,
      Matrix out,
      Kernels kernels) {
    int inner = transposeA ? a.rows() : a.cols();
    if (out.rows() == 0 || out.cols() == 0) {
      return;
    }
    if (inner == 0) {
      scale(beta, out, kernels);
    } else if (!rowsAreAlone && out.rows() <= MOST_TILE_ROWS && inner >= 2 * TILE_TERMS) {
      byTerms(transposeA, a, transposeB, b, inner, beta, out);
    } else {
      byRows(transposeA, a, transposeB, b, inner, beta, out);
    }
  }

  private static void scale(float beta, Matrix out, Kernels kernels) {
    if (beta == 0) {
      kernels.fill(0, out);
    } else if (beta != 1) {
      kernels.add(0, out, beta, out);
    }
  }

  private void byRows(
      boolean transposeA,
      Matrix a,
      boolean transposeB,
      Matrix b,
      int inner,
      float beta,
      Matrix out) {
    try (var right = part(b, transposeB, 0, inner, 0, out.cols())) {
      team.ranges(
          out.rows(),
          tileRows(out.rows(), inner, out.cols()),
          (from, to) -> {
            try (var left = part(a, transposeA, from, to, 0, inner);
                var result = GemmPanel.target(out, from, to, beta != 0, scratch)) {
              tile.multiply(
                  transposeA,
                  left.address(),
                  left.stride(),
                  transposeB,
                  right.address(),
                  right.stride(),
                  to - from,
                  out.cols(),
                  inner,
                  beta,
                  result.address(),
                  result.stride());
              result.write();
            }
          });
    }
  }

  /** Rows and columns of {@code op(m)}. */
  private GemmPanel part(
      Matrix m, boolean transposed, int fromRow, int toRow, int fromColumn, int toColumn) {
    return transposed
        ? GemmPanel.of(m, fromColumn, toColumn, fromRow, toRow, scratch)
        : GemmPanel.of(m, fromRow, toRow, fromColumn, toColumn, scratch);
  }

  private int tileRows(int rows, int inner, int cols) {
    long wanted = TILE_PRODUCTS / ((long) inner * cols);
    int tileRows = Math.clamp(wanted / 16 * 16, LEAST_TILE_ROWS, MOST_TILE_ROWS);
    return tile.elementsAreIndependent()
        ? Math.min(tileRows, ResultPanel.rowsFor(rows, team.threads()))
        : tileRows;
  }

  private void byTerms(
      boolean transposeA,
      Matrix a,
      boolean transposeB,
      Matrix b,
      int inner,
      float beta,
      Matrix out) {
    int tiles = Math.ceilDiv(inner, TILE_TERMS);
    int lanes = Math.min(LANES, tiles);
    var whole = ResultPanel.whole(out.rows(), out.cols());
    ResultPanel.Cut cut =
        tile.elementsAreIndependent()
            ? ResultPanel.cut(out.rows(), out.cols(), lanes, team.threads())
            : whole;
    var units = new LaneTiles(tiles, lanes, whole, cut);
    int stride = Matrix.strideFor(out.cols());
    long sumBytes = 4L * stride * out.rows();
    try (var sums = scratch.borrow(lanes * sumBytes)) {
      LaneTiles.Body body =
          unit -> {
            ResultPanel panel = unit.panel();
            int from = unit.tile() * TILE_TERMS;
            int to = from + Math.min(TILE_TERMS, inner - from);
            long sum = sums.address() + unit.lane() * sumBytes + 4 * panel.elementOf(stride);
            try (var left = part(a, transposeA, panel.row(), panel.endRow(), from, to);
                var right = part(b, transposeB, from, to, panel.column(), panel.endColumn())) {
              tile.multiply(
                  transposeA,
                  left.address(),
                  left.stride(),
                  transposeB,
                  right.address(),
                  right.stride(),
                  panel.endRow() - panel.row(),
                  panel.endColumn() - panel.column(),
                  to - from,
                  unit.isFirst() ? 0 : 1,
                  sum,
                  stride);
            }
          };
      team.run(units.units(), _ -> units.runOne(body));
      try (var result = GemmPanel.target(out, 0, out.rows(), beta != 0, scratch)) {
        addLanes(sums.address(), lanes, stride, beta, result.whole());
        result.write();
      }
    }
  }

  /** {@code out = Σ lanes + beta·out}, lane by lane in order. */
  private void addLanes(long sums, int lanes, int stride, float beta, Matrix out) {
    long sumBytes = 4L * stride * out.rows();
    var to = Operand.of(out);
    team.ranges(
        out.rows(),
        Math.max(1, SUM_ELEMENTS / out.cols()),
        (from, end) -> {
          for (int row = from; row < end; row++) {
            for (int lane = 0; lane < lanes; lane++) {
              long sum = sums + lane * sumBytes + 4L * row * stride;
              adder.add(1, sum, lane == 0 ? beta : 1, to.row(row), out.cols());
            }
          }
        });
  }
}
