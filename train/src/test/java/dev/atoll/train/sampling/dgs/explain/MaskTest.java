package dev.atoll.train.sampling.dgs.explain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Masks and the steps that they take. */
class MaskTest {
  private static final double RATE = 0.1;

  private static double mean(float... values) {
    double sum = 0;
    for (float value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static void train(Mask mask, int[] places, float[] gradient, int steps) {
    for (int i = 0; i < steps; i++) {
      mask.step(places, mask.values(places), gradient, RATE);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.3, 0.85, 0.99})
  void aBudgetIsTheMean(double budget) {
    Mask mask = Mask.open(budget, 500);
    assertEquals(budget, mean(mask.values()), 1e-6);
    var random = new Random(1);
    float[] gradient = new float[500];
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = (float) (random.nextGaussian() * Math.exp(4 * random.nextGaussian()));
    }
    train(mask, mask.all(), gradient, 200);
    assertEquals(budget, mean(mask.values()), 1e-6);
  }

  /** A loss falls by entries of a negative gradient: these are useful. */
  @Test
  void underABudgetTheOrderIsThatOfUsefulness() {
    float[] gradient = {-1e-2f, -1e-4f, -1e-6f, 0, 1e-6f, 1e-3f};
    Mask mask = Mask.open(0.85, gradient.length);
    train(mask, mask.all(), gradient, 200);
    float[] logits = Arrays.copyOf(mask.state(), gradient.length);
    for (int i = 1; i < logits.length; i++) {
      assertTrue(logits[i] < logits[i - 1], Arrays.toString(logits));
    }
  }

  @Test
  void itDoesNotMatterWhenAnEntryIsDealt() {
    Mask mask = Mask.open(0.5, 6);
    float[] gradient = {-0.3f, 0.1f, 0.2f};
    train(mask, new int[] {0, 1, 2}, gradient, 50);
    train(mask, new int[] {3, 4, 5}, gradient, 50);
    float[] state = mask.state();
    assertArrayEquals(Arrays.copyOfRange(state, 0, 3), Arrays.copyOfRange(state, 3, 6));
  }
}
