package dev.atoll.train.loop;

import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.gradient.GradientClip;
import dev.atoll.train.gradient.ParameterOptimizer;
import dev.atoll.train.plan.OptimizerSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Moves parameters by their gradients; holds their moments. */
final class Optimizer implements ParameterOptimizer {
  private static final float BETA_1 = 0.9f;
  private static final float BETA_2 = 0.999f;
  private static final float EPSILON = 1e-8f;

  private record State(Parameter parameter, Matrix first, Matrix second) {}

  private final OptimizerSpec spec;
  private final List<State> states = new ArrayList<>();
  private final Optional<GradientClip> clip;
  private int steps;

  Optimizer(
      OptimizerSpec spec,
      List<Parameter> parameters,
      DeviceMemory memory,
      UnaryOperator<double[]> squares) {
    this.spec = spec;
    this.clip =
        spec.clip() > 0
            ? Optional.of(new GradientClip(parameters, spec.clip(), memory, squares))
            : Optional.empty();
    for (Parameter p : parameters) {
      Matrix second = spec.kind() == OptimizerSpec.Kind.SGD ? null : zeros(memory, p.value());
      states.add(new State(p, zeros(memory, p.value()), second));
    }
  }

  private static Matrix zeros(DeviceMemory memory, Matrix like) {
    Matrix m = memory.matrix(like.rows(), like.cols());
    memory.backend().kernels().fill(0, m);
    return m;
  }

  @Override
  public int steps() {
    return steps;
  }

  @Override
  public void resumeAt(int stepsTaken) {
    steps = stepsTaken;
  }

  @Override
  public void forEachMoment(BiConsumer<String, Matrix> action) {
    for (State s : states) {
      action.accept("first/" + s.parameter.name(), s.first);
      if (s.second != null) {
        action.accept("second/" + s.parameter.name(), s.second);
      }
    }
  }

  @Override
  public void step(Kernels kernels) {
    steps++;
    clip.ifPresent(gradients -> gradients.apply(kernels));
    boolean decoupled = spec.kind() == OptimizerSpec.Kind.ADAMW;
    var adam =
        new AdamStep(spec.rate(), BETA_1, BETA_2, EPSILON, spec.weightDecay(), decoupled, steps);
    for (State s : states) {
      Matrix grad = s.parameter.grad();
      Matrix value = s.parameter.value();
      if (spec.kind() == OptimizerSpec.Kind.SGD) {
        kernels.sgd(spec.rate(), spec.momentum(), spec.weightDecay(), grad, value, s.first);
      } else {
        kernels.adam(adam, grad, value, s.first, s.second);
      }
    }
  }
}
