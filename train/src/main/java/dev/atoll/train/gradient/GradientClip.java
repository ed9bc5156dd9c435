package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Scales the gradient of a model down to a norm, should its own be larger. It sees the sum over all
 * workers, so that a run on many clips like a run on one.
 */
public final class GradientClip {
  private final List<Parameter> parameters;
  private final double most;
  private final Backend backend;
  private final Matrix square;
  private final UnaryOperator<double[]> squares;
  private final MemorySegment element = Arena.ofAuto().allocate(JAVA_FLOAT);

  /**
   * @param parameters the parameters whose gradients are scaled
   * @param most the largest norm of all gradients together
   * @param squares turns the sums of squares of these gradients into the sums of all gradients of
   *     the model
   */
  public GradientClip(
      List<Parameter> parameters,
      double most,
      DeviceMemory memory,
      UnaryOperator<double[]> squares) {
    this.squares = squares;
    this.parameters = List.copyOf(parameters);
    this.most = most;
    this.backend = memory.backend();
    this.square = memory.matrix(1, 1);
  }

  /** Clips the gradients as they are now. */
  public void apply(Kernels kernels) {
    double norm = Math.sqrt(squares(kernels));
    if (norm > most) {
      float factor = (float) (most / norm);
      parameters.forEach(p -> kernels.add(0, p.value(), factor, p.grad()));
    }
  }

  private double squares(Kernels kernels) {
    double[] own = new double[parameters.size()];
    for (int i = 0; i < own.length; i++) {
      kernels.sumOfSquares(parameters.get(i).grad(), square);
      backend.download(square, element);
      own[i] = element.get(JAVA_FLOAT, 0);
    }
    double sum = 0;
    for (double part : squares.apply(own)) {
      sum += part;
    }
    return sum;
  }
}
