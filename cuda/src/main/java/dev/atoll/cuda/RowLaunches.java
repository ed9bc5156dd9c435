package dev.atoll.cuda;

import dev.atoll.cuda.Launcher.Variants;
import dev.atoll.cuda.driver.Arguments;
import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Starts the kernels of {@code rows.cu}. Sums over rows take two steps: blocks compute partial
 * sums, one block adds them; the division of rows among blocks depends only on their number.
 */
final class RowLaunches {
  private static final Program ROWS = Program.of("rows.cu");
  private static final Map<DType, Program> BY_TYPE =
      Map.of(
          DType.F32,
          ROWS,
          DType.BF16,
          Program.of("rows.cu", "FROM=" + ElementType.nameOf(DType.BF16)),
          DType.F16,
          Program.of("rows.cu", "FROM=" + ElementType.nameOf(DType.F16)));
  private static final Variants COLUMN_SUMS = Variants.of("columnSums");
  private static final Variants ACTIVATE_SUMS = Variants.of("activateSums");
  private static final int BLOCK_ROWS = 8;
  private static final int MOST_PARTIAL = 1024;
  private static final int LEAST_ROWS = 64;
  private static final int SUM_THREADS = 256;

  private final Launcher launcher;

  RowLaunches(Launcher launcher) {
    this.launcher = launcher;
  }

  void layerNorm(Matrix x, Matrix gain, Matrix shift, float epsilon, Matrix out, Matrix stats) {
    launcher
        .arguments()
        .shape(x)
        .matrix(x)
        .row(gain)
        .row(shift)
        .real(epsilon)
        .matrix(out)
        .matrix(stats);
    launcher.launch(ROWS, "layerNorm", LaunchGrid.warps(x.rows()));
  }

  void layerNormBackward(
      Matrix x, Matrix gain, Matrix stats, Matrix gradOut, float beta, Matrix gradIn) {
    launcher
        .arguments()
        .shape(x)
        .matrix(x)
        .row(gain)
        .matrix(stats)
        .matrix(gradOut)
        .real(beta)
        .matrix(gradIn);
    launcher.launch(ROWS, "layerNormBackward", LaunchGrid.warps(x.rows()));
  }

  void softmaxCrossEntropy(
      Matrix logits, Buffer labels, Buffer weight, float scale, Matrix loss, Matrix grad) {
    sum(
        "softmaxCrossEntropy",
        LaunchGrid.warps(logits.rows()),
        logits,
        arguments -> arguments.buffer(labels).buffer(weight).real(scale).matrix(grad),
        loss);
  }

  void sigmoidCrossEntropy(Matrix logits, Matrix targets, float scale, Matrix loss, Matrix grad) {
    sum(
        "sigmoidCrossEntropy",
        LaunchGrid.elements(logits.rows(), logits.cols(), 1),
        logits,
        arguments -> arguments.matrix(targets).real(scale).matrix(grad),
        loss);
  }

  void sumOfSquares(Matrix x, Matrix out) {
    LaunchGrid grid = LaunchGrid.elements(x.rows(), x.cols(), 1);
    sum("sumOfSquares", grid, x, UnaryOperator.identity(), out);
  }

  /** Starts blocks that leave partial sums of x, and one that adds them. */
  private void sum(
      String kernel, LaunchGrid wanted, Matrix x, UnaryOperator<Arguments> others, Matrix out) {
    LaunchGrid grid = wanted.atMost(MOST_PARTIAL);
    long partial = launcher.scratch().take((long) MOST_PARTIAL * Double.BYTES);
    if (grid.blocks() > 0) {
      others.apply(launcher.arguments().shape(x).matrix(x)).word(partial);
      launcher.launch(ROWS, kernel, grid);
    }
    launcher.arguments().integer(grid.blocks()).word(partial).row(out);
    launcher.launch(ROWS, "sumPartial", LaunchGrid.of(1, SUM_THREADS));
  }

  void sumRows(Matrix x, float beta, Matrix out) {
    columnSums(x, null, null, beta, out);
  }

  /** {@code out += Σ_r grad[r,:]·normal[r,:]}. */
  void sumNormal(Matrix grad, Matrix x, Matrix stats, Matrix out) {
    columnSums(grad, x, stats, 1, out);
  }

  /**
   * The gradient before an activation, in place, and its sum: {@code sum = Σ_r grad + beta·sum}.
   */
  void activateBackwardSum(
      Activation activation, Matrix out, Dropout dropout, Matrix grad, float beta, Matrix sum) {
    columnSums(
        ACTIVATE_SUMS,
        grad,
        Launcher.vector(grad, out),
        arguments ->
            arguments
                .integer(ElementLaunches.number(activation))
                .matrix(out)
                .dropout(dropout)
                .matrix(grad),
        beta,
        sum);
  }

  private void columnSums(Matrix x, Matrix y, Matrix stats, float beta, Matrix out) {
    columnSums(
        COLUMN_SUMS,
        x,
        Launcher.vector(x),
        arguments -> arguments.matrix(x).matrix(y).matrix(stats),
        beta,
        out);
  }

  private void columnSums(
      Variants kernel,
      Matrix x,
      int vector,
      UnaryOperator<Arguments> operands,
      float beta,
      Matrix out) {
    int rowsPerBlock = Math.max(LEAST_ROWS, Math.ceilDiv(x.rows(), MOST_PARTIAL / 2));
    int blocks = Math.ceilDiv(x.rows(), rowsPerBlock);
    int tiles = Math.ceilDiv(x.cols(), LaunchGrid.WARP);
    long partial = launcher.scratch().take((long) blocks * x.cols() * Float.BYTES);
    if (blocks > 0) {
      operands.apply(launcher.arguments().shape(x).integer(rowsPerBlock)).word(partial);
      launcher.launch(
          BY_TYPE.get(x.type()),
          kernel.by(vector),
          new LaunchGrid(
              blocks,
              Math.ceilDiv(x.cols(), vector * LaunchGrid.WARP),
              LaunchGrid.WARP,
              BLOCK_ROWS,
              0));
    }
    launcher.arguments().integer(blocks).integer(x.cols()).word(partial).real(beta).row(out);
    launcher.launch(
        ROWS, "sumColumnPartial", new LaunchGrid(tiles, 1, LaunchGrid.WARP, BLOCK_ROWS, 0));
  }
}
