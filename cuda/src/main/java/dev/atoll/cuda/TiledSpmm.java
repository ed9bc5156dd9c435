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
  private final Launcher launcher;
  private final Program program;
  private final SpmmShape shape;
  private final Csr a;
  private final boolean packs;

  /**
   * The ranges of the scratch memory: segments, a tile, and which groups of columns are in it.
   *
   * @param tile address
   * @param masks address
   */
  private record Work(RowSegments segments, long tile, long masks) {}

  /**
   * @param packs whether tiles of x are copied first, and scaled or without zeros
   */
  TiledSpmm(Launcher launcher, Program program, SpmmShape shape, Csr a, boolean packs) {
    this.launcher = launcher;
    this.program = program;
    this.shape = shape;
    this.a = a;
    this.packs = packs;
  }

  /**
   * Whether tiles of x should be copied and scaled: one factor per row is then applied once.
   *
   * @param mayRound whether scaled elements may be rounded to the type of x
   */
  static boolean packs(Csr a, Matrix x, boolean mayRound) {
    return a.weight() == null && a.columnScale() != null && (x.type() == DType.F32 || mayRound);
  }

  void run(Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    Work work = work(x.rows());
    RowSegments segments = work.segments;
    segments.list(program);
    LaunchGrid ofRows = LaunchGrid.warps(a.rows());
    for (int tile = 0; tile < shape.tiles(); tile++) {
      int first = tile * shape.tileColumns();
      if (packs) {
        pack(x, first, work);
      }
      Arguments arguments =
          launcher.arguments().shape(out).integer(first).integer(segments.blocks());
      operands(arguments, values, edgeOf, x, first, out, work)
          .word(work.masks)
          .real(beta)
          .matrix(out);
      segments.write(arguments);
      launcher.launch(program, "spmmTile", ofRows.after(segments.blocks()));
      if (segments.arePossible()) {
        arguments = launcher.arguments().integer(out.cols()).integer(first);
        segments.write(SparseLaunches.edges(arguments, a).real(beta).matrix(out));
        launcher.launch(program, "joinSegments", segments.gridOfRows());
      }
    }
  }

  private Work work(int rows) {
    long sumBytes = (long) shape.tileColumns() * Float.BYTES;
    long tileBytes = (long) shape.tileColumns() * shape.type().bytes();
    var segments = new RowSegments(launcher, a, SpmmShape.SEGMENT, sumBytes, 0);
    long tileAt = segments.bytes();
    long masksAt = RowSegments.aligned(tileAt + (packs ? rows * tileBytes : 0));
    long maskBytes = shape.packed() ? (long) shape.units() * Integer.BYTES : 0;
    long start = launcher.scratch().take(masksAt + rows * maskBytes);
    return new Work(segments.at(start), start + tileAt, start + masksAt);
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
}
