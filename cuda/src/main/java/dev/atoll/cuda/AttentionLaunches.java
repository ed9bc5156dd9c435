package dev.atoll.cuda;

import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Matrix;
import java.util.HashMap;
import java.util.Map;

/**
 * Starts the kernels of attention. Edge shares are recomputed where they are used, in both passes.
 * The backward pass reads the gradients of targets once, by source, and stores one value per edge
 * and head.
 */
final class AttentionLaunches {
  private final Launcher launcher;
  private final SparseLaunches sparse;
  private final Map<AttentionShape, Program> forward = new HashMap<>();
  private final Map<AttentionShape, Program> backward = new HashMap<>();

  AttentionLaunches(Launcher launcher, SparseLaunches sparse) {
    this.launcher = launcher;
    this.sparse = sparse;
  }

  void attention(AttentionScores scores, Matrix x, Matrix out) {
    Csr a = scores.edges().byRow();
    sparse.logSums(scores);
    AttentionShape shape =
        AttentionShape.of(scores.heads(), a.nonZeros(), launcher.cacheBytes(), x, out);
    Program program = forward.computeIfAbsent(shape, s -> s.program(false));
    run(program, shape, scores, a, new Rows(null, x, null, null, 0, out));
  }

  void attentionBackward(
      AttentionScores scores, Matrix x, Matrix gradOut, AttentionGradients gradients) {
    Csr a = scores.edges().byColumn();
    Buffer edgeOf = scores.edges().edgeOf();
    Matrix edgeValues = gradients.edgeValues();
    if (!Launcher.isEmpty(gradients.x())) {
      AttentionShape shape =
          AttentionShape.of(
              scores.heads(), a.nonZeros(), launcher.cacheBytes(), gradOut, x, gradients.x());
      Program program = backward.computeIfAbsent(shape, s -> s.program(true));
      var rows = new Rows(edgeOf, gradOut, x, edgeValues, gradients.beta(), gradients.x());
      run(program, shape, scores, a, rows);
    }
    if (!Launcher.isEmpty(gradients.targets())) {
      sparse.scoreGradients(scores, edgeValues, gradients.targets());
    }
    if (!Launcher.isEmpty(gradients.sources())) {
      sparse.sumEdges(a, edgeValues, edgeOf, 0, gradients.sources());
    }
  }

  /**
   * The rows of a pass.
   *
   * @param edgeOf the number of each edge, or null for its position
   * @param read by edge
   * @param own of the sums; null in a forward pass
   * @param products of edges; null in a forward pass
   */
  private record Rows(
      Buffer edgeOf, Matrix read, Matrix own, Matrix products, float beta, Matrix out) {}

  private void run(
      Program program, AttentionShape shape, AttentionScores scores, Csr a, Rows rows) {
    var unplaced = new RowSegments(launcher, a, SpmmShape.SEGMENT, shape.sumBytes(), 0);
    RowSegments segments = unplaced.at(launcher.scratch().take(unplaced.bytes()));
    segments.list(program);
    for (int first = 0; first < scores.heads(); first += shape.heads()) {
      Arguments arguments = launcher.arguments().integer(a.rows()).integer(segments.blocks());
      segments.write(operands(arguments, scores, a, rows, first));
      launcher.launch(program, "attend", LaunchGrid.warps(a.rows()).after(segments.blocks()));
      if (segments.arePossible()) {
        segments.write(operands(launcher.arguments(), scores, a, rows, first));
        launcher.launch(program, "joinSegments", segments.gridOfRows());
      }
    }
  }

  /** The struct {@code Attention}. */
  private static Arguments operands(
      Arguments arguments, AttentionScores scores, Csr a, Rows rows, int first) {
    return arguments
        .struct()
        .buffer(a.rowStart())
        .buffer(a.column())
        .buffer(rows.edgeOf)
        .matrix(scores.targets())
        .matrix(scores.sources())
        .matrix(scores.logSums())
        .dropout(scores.dropout())
        .matrix(rows.read)
        .matrix(rows.own)
        .matrix(rows.products)
        .matrix(rows.out)
        .integer(scores.heads())
        .integer(rows.out.cols() / scores.heads())
        .integer(first)
        .real(rows.beta)
        .end();
  }
}
