package dev.atoll.cuda;

import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Matrix;

/**
 * A sparse product in tiles of columns that are launched one after the other, so that the rows of x
 * that a tile reads stay in the cache. Rows of many edges are cut into segments; the sums of a
 * row's segments are added in order, so that bits repeat.
 */
final class TiledSpmm {
  private static final int LONG_ROW_BYTES = 3 * Integer.BYTES;
  private static final int SEGMENT_BYTES = 2 * Integer.BYTES;
  private static final int ALIGNMENT = 256;

  /** Blocks per multiprocessor that stride over segments. */
  private static final int BLOCKS = 8;

  private final Launcher launcher;
  private final Program program;
  private final SpmmShape shape;
  private final Csr a;
  private final long longRows;
  private final long segments;

  TiledSpmm(Launcher launcher, Program program, SpmmShape shape, Csr a) {
    this.launcher = launcher;
    this.program = program;
    this.shape = shape;
    this.a = a;
    this.longRows = Math.min(a.rows(), a.nonZeros() / SpmmShape.SEGMENT);
    this.segments = longRows + a.nonZeros() / SpmmShape.SEGMENT;
  }

  void run(Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    long longRowsAt = ALIGNMENT;
    long segmentsAt = aligned(longRowsAt + longRows * LONG_ROW_BYTES);
    long partialsAt = aligned(segmentsAt + segments * SEGMENT_BYTES);
    long partialBytes = segments * shape.tileColumns() * Float.BYTES;
    long work = launcher.scratch().take(partialsAt + partialBytes);
    launcher.stream().clear(work, 2);
    for (int tile = 0; tile < shape.tiles(); tile++) {
      int first = tile * shape.tileColumns();
      Arguments arguments = launcher.arguments().shape(out).integer(first);
      SparseLaunches.heads(SparseLaunches.edges(arguments, a), values, edgeOf, out);
      arguments.matrix(x).real(beta).matrix(out);
      segments(arguments, work, longRowsAt, segmentsAt, partialsAt);
      launcher.launch(program, "spmmTile", LaunchGrid.warps(a.rows()));
      if (longRows > 0) {
        arguments = launcher.arguments().integer(out.cols()).integer(first);
        SparseLaunches.heads(SparseLaunches.edges(arguments, a), values, edgeOf, out).matrix(x);
        segments(arguments, work, longRowsAt, segmentsAt, partialsAt);
        launcher.launch(program, "spmmSegments", grid(segments));
        arguments = launcher.arguments().integer(out.cols()).integer(first);
        SparseLaunches.edges(arguments, a).real(beta).matrix(out);
        segments(arguments, work, longRowsAt, segmentsAt, partialsAt);
        launcher.launch(program, "joinSegments", grid(longRows));
      }
    }
  }

  private LaunchGrid grid(long warps) {
    return LaunchGrid.warps(warps).atMost(BLOCKS * launcher.gpu().multiprocessors());
  }

  /** The struct {@code Segments}. */
  private static void segments(
      Arguments arguments, long work, long longRowsAt, long segmentsAt, long partialsAt) {
    arguments
        .struct()
        .word(work)
        .word(work + longRowsAt)
        .word(work + segmentsAt)
        .word(work + partialsAt)
        .end();
  }

  private static long aligned(long bytes) {
    return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
  }
}
