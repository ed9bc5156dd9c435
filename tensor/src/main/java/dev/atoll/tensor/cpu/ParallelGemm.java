package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/**
 * Shares a product of dense matrices out to the team, in tiles whose number and size depend on the
 * shape only:
 *
 * <ul>
 *   <li>by rows of the result, where there are many;
 *   <li>by terms of the sums, where the result is small and the sums are long (the gradient of a
 *       weight): lane l adds up tiles l, l + lanes, … in a sum of its own, and the lanes' sums are
 *       added in order. Lanes that would keep only some of the free threads busy are shared out by
 *       columns, which changes no bit.
 * </ul>
 *
 * Operands of a 16-bit type are widened tile by tile, and a result of one is rounded so.
 */
final class ParallelGemm implements Gemm {
  /** Enough products per tile that starting it does not count. */
  private static final long TILE_PRODUCTS = 1 << 22;

  /** Enough rows that packing the right operand again does not count. */
  private static final int LEAST_TILE_ROWS = 256;

  private static final int MOST_TILE_ROWS = 2048;
  private static final int TILE_TERMS = 2048;
  private static final int LANES = 16;

  /** Fewest columns of a shared lane: whole panels of vectors of every width. */
  private static final int LEAST_COLUMNS = 32;

  private final ThreadTeam team;
  private final ScratchMemory scratch;
  private final GemmTile tile;

  ParallelGemm(ThreadTeam team, ScratchMemory scratch, GemmTile tile) {
    this.team = team;
    this.scratch = scratch;
    this.tile = tile;
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
    } else if (out.rows() <= MOST_TILE_ROWS && inner >= 2 * TILE_TERMS) {
      byTerms(transposeA, a, transposeB, b, inner, beta, out, kernels);
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
    try (var right = GemmPart.rows(b, 0, b.rows(), scratch)) {
      team.ranges(
          out.rows(),
          tileRows(inner, out.cols()),
          (from, to) -> {
            try (var left = part(a, !transposeA, from, to);
                var result = GemmPart.target(out, from, to, beta != 0, scratch)) {
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

  private GemmPart part(Matrix m, boolean ofRows, int from, int to) {
    return ofRows ? GemmPart.rows(m, from, to, scratch) : GemmPart.columns(m, from, to, scratch);
  }

  private static int tileRows(int inner, int cols) {
    long rows = TILE_PRODUCTS / ((long) inner * cols);
    return Math.clamp(rows / 16 * 16, LEAST_TILE_ROWS, MOST_TILE_ROWS);
  }

  private void byTerms(
      boolean transposeA,
      Matrix a,
      boolean transposeB,
      Matrix b,
      int inner,
      float beta,
      Matrix out,
      Kernels kernels) {
    int tiles = Math.ceilDiv(inner, TILE_TERMS);
    int lanes = Math.min(LANES, tiles);
    int free = team.freeThreads();
    int shared = tile.columnsAreAlone() ? lanes % free : 0;
    int whole = lanes - shared;
    int columns = sharedColumns(shared, out.cols(), free);
    int groups = Math.ceilDiv(out.cols(), columns);
    int stride = Matrix.strideFor(out.cols());
    long sumBytes = 4L * stride * out.rows();
    try (var sums = scratch.borrow(lanes * sumBytes)) {
      team.run(
          whole + shared * groups,
          chunk -> {
            boolean isWhole = chunk < whole;
            int lane = isWhole ? chunk : whole + (chunk - whole) / groups;
            int column = isWhole ? 0 : (chunk - whole) % groups * columns;
            int last = isWhole ? out.cols() : Math.min(out.cols(), column + columns);
            for (int i = lane; i < tiles; i += lanes) {
              int from = i * TILE_TERMS;
              int to = from + Math.min(TILE_TERMS, inner - from);
              try (var left = part(a, transposeA, from, to);
                  var right = part(b, !transposeB, from, to)) {
                long columnBytes = transposeB ? 4L * right.stride() : 4;
                tile.multiply(
                    transposeA,
                    left.address(),
                    left.stride(),
                    transposeB,
                    right.address() + column * columnBytes,
                    right.stride(),
                    out.rows(),
                    last - column,
                    to - from,
                    i == lane ? 0 : 1,
                    sums.address() + lane * sumBytes + 4L * column,
                    stride);
              }
            }
          });
      try (var result = GemmPart.target(out, 0, out.rows(), beta != 0, scratch)) {
        addLanes(sums, lanes, stride, beta, result.whole(), kernels);
        result.write();
      }
    }
  }

  /** The fewest columns that leave every free thread at most one group of them. */
  private static int sharedColumns(int lanes, int cols, int free) {
    int columns = LEAST_COLUMNS;
    while (columns < cols && lanes * Math.ceilDiv(cols, columns) > free) {
      columns *= 2;
    }
    return Math.min(columns, cols);
  }

  private static void addLanes(
      ScratchMemory.Loan sums, int lanes, int stride, float beta, Matrix out, Kernels kernels) {
    long sumBytes = 4L * stride * out.rows();
    for (int lane = 0; lane < lanes; lane++) {
      var sum =
          new Matrix(
              out.device(),
              out.rows(),
              out.cols(),
              stride,
              out.type(),
              sums.memory().asSlice(lane * sumBytes, sumBytes));
      kernels.add(1, sum, lane == 0 ? beta : 1, out);
    }
  }
}
