package dev.atoll.train.sampling.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AdaptiveScaleTest {
  @Test
  void doublesWhileLoadingTakesTooLongUpToTheMost() {
    AdaptiveScale scale = AdaptiveScale.START;
    for (double expected : new double[] {2, 4, 8}) {
      scale = scale.after(0.5);
      assertEquals(expected, scale.value());
      assertFalse(scale.fixed());
    }
    scale = scale.after(0.5);
    assertEquals(8, scale.value());
    assertTrue(scale.fixed());
  }

  @Test
  void goesBackHalfwayWhenTooMuch() {
    AdaptiveScale scale = AdaptiveScale.START.after(0.3).after(0.3).after(0.1);
    assertEquals(3, scale.value());
    assertEquals(2.5, scale.after(0.1).value());
    assertTrue(scale.after(0.17).fixed());
    assertEquals(3, scale.after(0.17).after(0.9).value());
  }

  @Test
  void staysAtOneWhenLoadingIsCheap() {
    AdaptiveScale scale = AdaptiveScale.START.after(0.01);
    assertEquals(1, scale.value());
    assertTrue(scale.fixed());
  }
}
