package dev.atoll.cuda;

import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
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
  private final boolean packs;
  private final long longRows;
  private final long segments;

  /**
   * The addresses of the parts of the scratch memory: the struct {@code Segments}, a tile, and
   * which groups of columns are in it.
   */
  private record Work(
      long counts, long longRows, long segments, long partials, long tile, long masks) {}

  /**
   * @param packs whether tiles of x are copied first, and scaled or without zeros
   */
  TiledSpmm(Launcher launcher, Program program, SpmmShape shape, Csr a, boolean packs) {
    this(launcher, program, shape, a, packs, SpmmShape.SEGMENT);
  }

  /**
   * @param segment as in the program
   */
  TiledSpmm(
      Launcher launcher, Program program, SpmmShape shape, Csr a, boolean packs, int segment) {
    this.launcher = launcher;
    this.program = program;
    this.shape = shape;
    this.a = a;
    this.packs = packs;
    this.longRows = Math.min(a.rows(), a.nonZeros() / segment);
    this.segments = longRows + a.nonZeros() / segment;
  }

  /**
   * Whether tiles of x should be copied and scaled: one factor per row is then applied once.
   *
   * @param mayRound whether what is scaled may be rounded to the type of x once more
   */
  static boolean packs(Csr a, Matrix x, boolean mayRound) {
    return a.weight() == null && a.columnScale() != null && (x.type() == DType.F32 || mayRound);
  }

  void run(Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    Work work = work(x.rows());
    list(work);
    LaunchGrid ofSegments = longRows > 0 ? grid(segments) : LaunchGrid.of(0, 1);
    LaunchGrid ofRows = LaunchGrid.warps(a.rows());
    for (int tile = 0; tile < shape.tiles(); tile++) {
      int first = tile * shape.tileColumns();
      if (packs) {
        pack(x, first, work);
      }
      Arguments arguments =
          launcher.arguments().shape(out).integer(first).integer(ofSegments.blocks());
      operands(arguments, values, edgeOf, x, first, out, work)
          .word(work.masks)
          .real(beta)
          .matrix(out);
      segments(arguments, work);
      launcher.launch(program, "spmmTile", ofRows.after(ofSegments.blocks()));
      if (longRows > 0) {
        arguments = launcher.arguments().integer(out.cols()).integer(first);
        segments(SparseLaunches.edges(arguments, a).real(beta).matrix(out), work);
        launcher.launch(program, "joinSegments", grid(longRows));
      }
    }
  }

  private void list(Work work) {
    if (longRows > 0) {
      launcher.stream().clear(work.counts, 2);
      segments(launcher.arguments().integer(a.rows()).buffer(a.rowStart()), work);
      launcher.launch(program, "listLongRows", LaunchGrid.items(a.rows()));
    }
  }

  private Work work(int rows) {
    long sumBytes = (long) shape.tileColumns() * Float.BYTES;
    long tileBytes = (long) shape.tileColumns() * shape.type().bytes();
    long longRowsAt = ALIGNMENT;
    long segmentsAt = aligned(longRowsAt + longRows * LONG_ROW_BYTES);
    long partialsAt = aligned(segmentsAt + segments * SEGMENT_BYTES);
    long tileAt = aligned(partialsAt + segments * sumBytes);
    long masksAt = aligned(tileAt + (packs ? rows * tileBytes : 0));
    long maskBytes = shape.packed() ? (long) shape.units() * Integer.BYTES : 0;
    long start = launcher.scratch().take(masksAt + rows * maskBytes);
    return new Work(
        start,
        start + longRowsAt,
        start + segmentsAt,
        start + partialsAt,
        start + tileAt,
        start + masksAt);
  }

  private void pack(Matrix x, int first, Work work) {
    if (shape.packed()) {
      launcher
          .arguments()
          .shape(x)
          .integer(first)
          .matrix(x)
          .buffer(a.columnScale())
          .word(work.tile)
          .word(work.masks);
      launcher.launch(program, "packGroups", LaunchGrid.warps(x.rows()));
      return;
    }
    launcher.arguments().shape(x).integer(first).matrix(x).buffer(a.columnScale()).word(work.tile);
    launcher.launch(
        program,
        "packTile",
        LaunchGrid.items((long) x.rows() * shape.tileColumns() / shape.vector()));
  }

  private Arguments operands(
      Arguments arguments,
      Matrix values,
      Buffer edgeOf,
      Matrix x,
      int first,
      Matrix out,
      Work work) {
    SparseLaunches.heads(SparseLaunches.edges(arguments, a), values, edgeOf, out);
    return packs
        ? arguments
            .struct()
            .word(shape.packed() ? work.tile : work.tile - (long) first * shape.type().bytes())
            .word(shape.tileColumns())
            .end()
        : arguments.matrix(x);
  }

  private LaunchGrid grid(long warps) {
    return LaunchGrid.warps(warps).atMost(BLOCKS * launcher.gpu().multiprocessors());
  }

  /** The struct {@code Segments}. */
  private static void segments(Arguments arguments, Work work) {
    arguments
        .struct()
        .word(work.counts)
        .word(work.longRows)
        .word(work.segments)
        .word(work.partials)
        .end();
  }

  private static long aligned(long bytes) {
    return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
  }
}
