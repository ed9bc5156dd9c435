package dev.atoll.cuda;

import dev.atoll.cuda.Launcher.Variants;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import java.util.EnumMap;
import java.util.Map;

/** Starts the kernels of {@code elements.cu} and {@code copy.cu}. */
final class ElementLaunches {
  static final Program ELEMENTS = Program.of("elements.cu");
  private static final Variants FILL = Variants.of("fill");
  private static final Variants ADD = Variants.of("add");
  private static final Variants MULTIPLY = Variants.of("multiply");
  private static final Variants ACTIVATE = Variants.of("activate");
  private static final Variants ACTIVATE_BACKWARD = Variants.of("activateBackward");
  private static final Variants ADAM = Variants.of("adam");
  private static final Variants SGD = Variants.of("sgd");
  private static final Variants COPY = Variants.of("copyRows");

  private final Launcher launcher;
  private final Map<DType, Map<DType, Program>> copies = byTypes("copy.cu");
  private final Map<DType, Map<DType, Program>> mixed = byTypes("elements.cu");

  ElementLaunches(Launcher launcher) {
    this.launcher = launcher;
    mixed.get(DType.F32).put(DType.F32, ELEMENTS);
  }

  private static Map<DType, Map<DType, Program>> byTypes(String file) {
    var programs = new EnumMap<DType, Map<DType, Program>>(DType.class);
    for (DType from : ElementType.FLOATS) {
      var ofType = new EnumMap<DType, Program>(DType.class);
      for (DType to : ElementType.FLOATS) {
        ofType.put(
            to,
            Program.of(file, "FROM=" + ElementType.nameOf(from), "TO=" + ElementType.nameOf(to)));
      }
      programs.put(from, ofType);
    }
    return programs;
  }

  private Program elements(Matrix from, Matrix to) {
    return mixed.get(from.type()).get(to.type());
  }

  void fill(float value, Matrix out) {
    launcher.arguments().shape(out).real(value).matrix(out);
    launcher.launchElements(elements(out, out), FILL, out);
  }

  /**
   * @param rows which rows of {@code x}, or null for all in their order
   */
  void copy(Matrix x, Buffer rows, Matrix out) {
    launcher
        .arguments()
        .shape(out)
        .matrix(x)
        .buffer(rows)
        .integer(rows == null ? 0 : rows.type().bytes())
        .matrix(out);
    launcher.launchElements(copies.get(x.type()).get(out.type()), COPY, out, x);
  }

  /** {@code out = xᵀ}, for small matrices: nothing is done to read and write whole lines. */
  void transpose(Matrix x, Matrix out) {
    launcher.arguments().shape(out).matrix(x).matrix(out);
    launcher.launchItems(
        copies.get(x.type()).get(out.type()), "transpose", (long) out.rows() * out.cols());
  }

  void add(float alpha, Matrix x, float beta, Matrix out) {
    launcher.arguments().shape(out).real(alpha).matrix(x).real(beta).matrix(out);
    launcher.launchElements(elements(x, out), ADD, out, x);
  }

  void multiply(Matrix x, Matrix y, float beta, Matrix out) {
    launcher.arguments().shape(out).matrix(x).matrix(y).real(beta).matrix(out);
    launcher.launchElements(ELEMENTS, MULTIPLY, out, x, y);
  }

  void activate(Activation activation, Matrix x, Matrix bias, Dropout dropout, Matrix out) {
    launcher
        .arguments()
        .shape(out)
        .integer(number(activation))
        .matrix(x)
        .row(bias)
        .dropout(dropout)
        .matrix(out);
    launcher.launchElements(elements(x, out), ACTIVATE, out, x, bias);
  }

  void activateBackward(
      Activation activation,
      Matrix out,
      Dropout dropout,
      Matrix gradOut,
      float beta,
      Matrix gradIn) {
    launcher
        .arguments()
        .shape(out)
        .integer(number(activation))
        .matrix(out)
        .dropout(dropout)
        .matrix(gradOut)
        .real(beta)
        .matrix(gradIn);
    launcher.launchElements(elements(out, gradIn), ACTIVATE_BACKWARD, gradIn, out, gradOut);
  }

  /** The number of an activation in {@code common.cu}. */
  static int number(Activation activation) {
    return switch (activation) {
      case IDENTITY -> 0;
      case RELU -> 1;
      case ELU -> 2;
      case LEAKY_RELU -> 3;
    };
  }

  void adam(AdamStep step, Matrix grad, Matrix value, Matrix first, Matrix second) {
    launcher
        .arguments()
        .shape(value)
        .struct()
        .real(step.rate())
        .real(step.beta1())
        .real(step.beta2())
        .real(step.epsilon())
        .real(step.decoupled() ? 0 : step.decay())
        .real(step.decoupled() ? step.decay() : 0)
        .real((float) (1 - Math.pow(step.beta1(), step.step())))
        .real((float) (1 - Math.pow(step.beta2(), step.step())))
        .end()
        .matrix(grad)
        .matrix(value)
        .matrix(first)
        .matrix(second);
    launcher.launchElements(ELEMENTS, ADAM, value, grad, first, second);
  }

  void sgd(float rate, float momentum, float decay, Matrix grad, Matrix value, Matrix velocity) {
    launcher
        .arguments()
        .shape(value)
        .real(rate)
        .real(momentum)
        .real(decay)
        .matrix(grad)
        .matrix(value)
        .matrix(velocity);
    launcher.launchElements(ELEMENTS, SGD, value, grad, velocity);
  }
}
