package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.Lanes.LANES;
import static dev.atoll.tensor.cpu.Lanes.all;
import static dev.atoll.tensor.cpu.Lanes.first;
import static dev.atoll.tensor.cpu.Lanes.load;
import static dev.atoll.tensor.cpu.Lanes.store;

import dev.atoll.tensor.AdamStep;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Optimizer steps over {@code n} cells. */
final class VectorOptimizers {
  private VectorOptimizers() {}

  static void adam(
      AdamStep step, long grad, long value, long firstMoment, long secondMoment, int n) {
    double correction1 = 1 - Math.pow(step.beta1(), step.step());
    double correction2 = 1 - Math.pow(step.beta2(), step.step());
    FloatVector rate = all((float) (step.rate() / correction1));
    FloatVector widen = all((float) (1 / correction2));
    FloatVector decay = all(step.decoupled() ? 0 : step.decay());
    FloatVector keep = all(step.decoupled() ? 1 - step.rate() * step.decay() : 1);
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      long at = 4L * i;
      FloatVector old = load(value + at, within);
      FloatVector g = old.fma(decay, load(grad + at, within));
      FloatVector m = load(firstMoment + at, within).mul(step.beta1()).add(g.mul(1 - step.beta1()));
      FloatVector v =
          load(secondMoment + at, within).mul(step.beta2()).add(g.mul(g).mul(1 - step.beta2()));
      FloatVector deviation = v.mul(widen).sqrt().add(step.epsilon());
      store(m, firstMoment + at, within);
      store(v, secondMoment + at, within);
      store(old.mul(keep).sub(rate.mul(m).div(deviation)), value + at, within);
    }
  }

  static void sgd(
      float rate, float momentum, float decay, long grad, long value, long velocity, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = first(n - i);
      long at = 4L * i;
      FloatVector old = load(value + at, within);
      FloatVector g = old.fma(all(decay), load(grad + at, within));
      FloatVector speed = load(velocity + at, within).fma(all(momentum), g);
      store(speed, velocity + at, within);
      store(speed.fma(all(-rate), old), value + at, within);
    }
  }
}
