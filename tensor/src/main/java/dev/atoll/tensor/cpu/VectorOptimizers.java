package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.ALL;
import static dev.atoll.tensor.cpu.VectorLanes.FLOATS;
import static dev.atoll.tensor.cpu.VectorLanes.LANES;
import static dev.atoll.tensor.cpu.VectorLanes.ORDER;
import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromMemorySegment;

import dev.atoll.tensor.AdamStep;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Optimizer steps over {@code n} elements. */
final class VectorOptimizers {
  private VectorOptimizers() {}

  /**
   * The factors of an Adam step that all rows share.
   *
   * @param rate learning rate over the first moment's bias correction
   * @param widen one over the second moment's bias correction
   * @param decay weight decay that is added to the gradient (Adam)
   * @param keep factor of the old value under decoupled weight decay (AdamW)
   */
  record AdamFactors(AdamStep step, float rate, float widen, float decay, float keep) {
    static AdamFactors of(AdamStep step) {
      double correction1 = 1 - StrictMath.pow(step.beta1(), step.step());
      double correction2 = 1 - StrictMath.pow(step.beta2(), step.step());
      return new AdamFactors(
          step,
          (float) (step.rate() / correction1),
          (float) (1 / correction2),
          step.decoupled() ? 0 : step.decay(),
          step.decoupled() ? 1 - step.rate() * step.decay() : 1);
    }
  }

  static void adam(
      AdamFactors factors, long grad, long value, long firstMoment, long secondMoment, int n) {
    AdamStep step = factors.step;
    float rate = factors.rate;
    float widen = factors.widen;
    float decay = factors.decay;
    float keep = factors.keep;
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector old = fromMemorySegment(FLOATS, ALL, value + 4L * i, ORDER, within);
      FloatVector g = fromMemorySegment(FLOATS, ALL, grad + 4L * i, ORDER, within);
      FloatVector m = fromMemorySegment(FLOATS, ALL, firstMoment + 4L * i, ORDER, within);
      FloatVector v = fromMemorySegment(FLOATS, ALL, secondMoment + 4L * i, ORDER, within);
      g = old.fma(broadcast(FLOATS, decay), g);
      m = m.mul(step.beta1()).add(g.mul(1 - step.beta1()));
      v = v.mul(step.beta2()).add(g.mul(g).mul(1 - step.beta2()));
      FloatVector deviation = v.mul(widen).sqrt().add(step.epsilon());
      FloatVector move = m.mul(rate).div(deviation);
      m.intoMemorySegment(ALL, firstMoment + 4L * i, ORDER, within);
      v.intoMemorySegment(ALL, secondMoment + 4L * i, ORDER, within);
      old.mul(keep).sub(move).intoMemorySegment(ALL, value + 4L * i, ORDER, within);
    }
  }

  static void sgd(
      float rate, float momentum, float decay, long grad, long value, long velocity, int n) {
    for (int i = 0; i < n; i += LANES) {
      VectorMask<Float> within = FLOATS.indexInRange(i, n);
      FloatVector old = fromMemorySegment(FLOATS, ALL, value + 4L * i, ORDER, within);
      FloatVector g = fromMemorySegment(FLOATS, ALL, grad + 4L * i, ORDER, within);
      FloatVector speed = fromMemorySegment(FLOATS, ALL, velocity + 4L * i, ORDER, within);
      g = old.fma(broadcast(FLOATS, decay), g);
      speed = speed.fma(broadcast(FLOATS, momentum), g);
      speed.intoMemorySegment(ALL, velocity + 4L * i, ORDER, within);
      FloatVector moved = speed.fma(broadcast(FLOATS, -rate), old);
      moved.intoMemorySegment(ALL, value + 4L * i, ORDER, within);
    }
  }
}
