package dev.atoll.cuda;

import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import java.util.HashMap;
import java.util.Map;

/**
 * Starts the kernels of {@code spmm.cu}, {@code max.cu} and {@code edges.cu}: a warp per row, then,
 * where rows may be long, blocks for the rows that the warps have left.
 */
final class SparseLaunches {
  private static final Program MAX = Program.of("max.cu", "LONG=" + SpmmShape.LONG);
  private static final Program EDGES = Program.of("edges.cu", "LONG=" + SpmmShape.LONG);

  /** Must equal the value in the sources. */
  private static final int BLOCK_THREADS = 16 * LaunchGrid.WARP;

  private final Launcher launcher;
  private final Map<SpmmShape, Program> shapes = new HashMap<>();

  SparseLaunches(Launcher launcher) {
    this.launcher = launcher;
  }

  void spmm(Csr a, Matrix x, float beta, Matrix out) {
    spmm(a, shape(a, x, out, 0), null, null, x, beta, out);
  }

  void spmmMostlyZero(Csr a, Matrix x, float beta, Matrix out) {
    SpmmShape shape = SpmmShape.packed(a, x, out);
    if (shape == null) {
      spmm(a, x, beta, out);
    } else {
      new TiledSpmm(launcher, program(shape), shape, a, true).run(null, null, x, beta, out);
    }
  }

  void spmmHeads(Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    int width = out.cols() / values.cols();
    spmm(a, shape(a, x, out, width), values, edgeOf, x, beta, out);
  }

  private SpmmShape shape(Csr a, Matrix x, Matrix out, int headWidth) {
    boolean scaled = a.weight() != null || a.columnScale() != null;
    boolean packs = headWidth == 0 && TiledSpmm.packs(a, x, launcher.mayRound());
    return SpmmShape.of(x, out, headWidth, scaled, packs, a.nonZeros(), launcher.cacheBytes());
  }

  /** The product in a given shape. */
  void spmm(
      Csr a, SpmmShape shape, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    if (shape.cached()) {
      boolean packs = values == null && TiledSpmm.packs(a, x, launcher.mayRound());
      SpmmShape tile = packs ? shape.unscaled() : shape;
      new TiledSpmm(launcher, program(tile), tile, a, packs).run(values, edgeOf, x, beta, out);
      return;
    }
    Program program = program(shape);
    long longRows = longRows(a);
    Arguments arguments = launcher.arguments().shape(out).integer(0);
    operands(arguments, a, values, edgeOf, x, beta, out).word(longRows);
    launcher.launch(program, "spmm", LaunchGrid.warps(a.rows()).withTiles(shape.tiles()));
    if (longRows != 0) {
      arguments = launcher.arguments().integer(out.cols()).integer(0);
      operands(arguments, a, values, edgeOf, x, beta, out).word(longRows);
      launcher.launch(program, "spmmLong", longGrid(a).withTiles(shape.tiles()));
    }
  }

  private Program program(SpmmShape shape) {
    return shapes.computeIfAbsent(shape, SpmmShape::program);
  }

  private static Arguments operands(
      Arguments arguments, Csr a, Matrix values, Buffer edgeOf, Matrix x, float beta, Matrix out) {
    return heads(edges(arguments, a), values, edgeOf, out).matrix(x).real(beta).matrix(out);
  }

  /** The struct {@code Edges}. */
  static Arguments edges(Arguments arguments, Csr a) {
    return arguments
        .struct()
        .buffer(a.rowStart())
        .buffer(a.column())
        .buffer(a.weight())
        .buffer(a.rowScale())
        .buffer(a.columnScale())
        .end();
  }

  /** The struct {@code HeadValues}. */
  static Arguments heads(Arguments arguments, Matrix values, Buffer edgeOf, Matrix out) {
    return arguments
        .struct()
        .matrix(values)
        .buffer(edgeOf)
        .integer(values == null ? 1 : out.cols() / values.cols())
        .end();
  }

  void spmmMax(Csr a, Matrix x, Matrix out, Matrix argmax) {
    both(
        MAX,
        a,
        "spmmMax",
        arguments ->
            arguments.integer(out.cols()).buffer(a.column()).matrix(x).matrix(out).matrix(argmax));
  }

  void spmmMaxBackward(Csr a, Matrix argmax, Matrix gradOut, float beta, Matrix gradIn) {
    both(
        MAX,
        a,
        "spmmMaxBackward",
        arguments ->
            arguments
                .integer(gradIn.cols())
                .buffer(a.column())
                .matrix(argmax)
                .matrix(gradOut)
                .real(beta)
                .matrix(gradIn));
  }

  void edgeDot(Csr a, Matrix left, Matrix right, float beta, Matrix out) {
    int width = left.cols() / out.cols();
    int vector =
        width % Launcher.VECTOR == 0 && Launcher.areAligned(Launcher.VECTOR, left, right)
            ? Launcher.VECTOR
            : 1;
    int loads = Math.max(1, width / vector / 2);
    int lanes = Math.clamp(Integer.highestOneBit(loads), 1, LaunchGrid.WARP);
    edges(
        a,
        vector == 1 ? "edgeDot" : "edgeDot4_",
        arguments ->
            arguments
                .integer(out.cols())
                .integer(width)
                .integer(lanes)
                .real(beta)
                .buffer(a.column())
                .matrix(left)
                .matrix(right)
                .matrix(out));
  }

  void edgeAdd(Csr a, Matrix left, Matrix right, Matrix out) {
    edges(
        a,
        "edgeAdd",
        arguments ->
            arguments
                .integer(out.cols())
                .buffer(a.column())
                .matrix(left)
                .matrix(right)
                .matrix(out));
  }

  void dropEdges(Csr a, Dropout dropout, Matrix out) {
    edges(
        a,
        "dropEdges",
        arguments -> arguments.buffer(a.column()).buffer(a.weight()).dropout(dropout).matrix(out));
  }

  void sumEdges(Csr a, Matrix values, Buffer edgeOf, float beta, Matrix out) {
    edges(
        a,
        "sumEdges",
        arguments ->
            arguments.integer(out.cols()).real(beta).matrix(values).matrix(out).buffer(edgeOf));
  }

  void edgeSoftmax(Csr a, Matrix values, Matrix out) {
    edges(a, "edgeSoftmax", arguments -> arguments.integer(out.cols()).matrix(values).matrix(out));
  }

  void edgeSoftmaxBackward(Csr a, Matrix out, Matrix gradOut, Matrix gradIn) {
    edges(
        a,
        "edgeSoftmaxBackward",
        arguments -> arguments.integer(out.cols()).matrix(out).matrix(gradOut).matrix(gradIn));
  }

  void logSums(AttentionScores scores) {
    Csr a = scores.edges().byRow();
    edges(a, "logSums", arguments -> scores(arguments, a, scores));
  }

  private static Arguments scores(Arguments arguments, Csr a, AttentionScores scores) {
    return arguments
        .integer(scores.heads())
        .buffer(a.column())
        .matrix(scores.targets())
        .matrix(scores.sources())
        .matrix(scores.logSums());
  }

  /** Gradients of scores by edge, in place of {@code products}, and by target. */
  void scoreGradients(AttentionScores scores, Matrix products, Matrix gradTargets) {
    Csr a = scores.edges().byRow();
    edges(
        a,
        "scoreGradients",
        arguments -> scores(arguments, a, scores).matrix(products).matrix(gradTargets));
  }

  /** Writes the fields of a kernel's body. */
  @FunctionalInterface
  private interface Body {
    Arguments write(Arguments arguments);
  }

  private void edges(Csr a, String name, Body body) {
    both(EDGES, a, name, body);
  }

  /**
   * Starts a kernel for rows of any length, then the one for the rows that it has left, whose name
   * ends in {@code Long}.
   */
  private void both(Program program, Csr a, String name, Body body) {
    long longRows = longRows(a);
    body(a, longRows, body);
    launcher.launch(program, name, LaunchGrid.warps(a.rows()));
    if (longRows != 0) {
      body(a, longRows, body);
      launcher.launch(program, name + "Long", longGrid(a));
    }
  }

  private void body(Csr a, long longRows, Body body) {
    body.write(launcher.arguments().integer(a.rows()).buffer(a.rowStart()).word(longRows).struct())
        .end();
  }

  /** A buffer for the list of long rows, empty so far; 0 if there can be no long rows. */
  private long longRows(Csr a) {
    if (a.nonZeros() <= SpmmShape.LONG) {
      return 0;
    }
    long list = launcher.scratch().take((maxLongRows(a) + 1) * Integer.BYTES);
    launcher.stream().clear(list, 1);
    return list;
  }

  private LaunchGrid longGrid(Csr a) {
    return LaunchGrid.of(
        Math.min(maxLongRows(a), 2L * launcher.gpu().multiprocessors()), BLOCK_THREADS);
  }

  private static long maxLongRows(Csr a) {
    return Math.min(a.rows(), a.nonZeros() / SpmmShape.LONG);
  }
}
