package dev.atoll.train.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final double EXACT = 1e-12;

  @Test
  void aucOfPerfectReversedAndTiedScores() {
    boolean[] positive = {false, false, true, true};
    assertEquals(1, Metrics.auc(new double[] {0, 1, 2, 3}, positive), EXACT);
    assertEquals(0, Metrics.auc(new double[] {3, 2, 1, 0}, positive), EXACT);
    assertEquals(0.5, Metrics.auc(new double[] {1, 1, 1, 1}, positive), EXACT);
    assertTrue(Double.isNaN(Metrics.auc(new double[] {1, 2}, new boolean[] {true, true})));
  }

  @Test
  void aucIsTheShareOfPairsInOrder() {
    Randomly.tries(
        50,
        random -> {
          int n = random.nextInt(2, 40);
          double[] score = random.ints(n, 0, 10).asDoubleStream().toArray();
          boolean[] positive = new boolean[n];
          positive[0] = true;
          for (int i = 2; i < n; i++) {
            positive[i] = random.nextBoolean();
          }
          double inOrder = 0;
          double pairs = 0;
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
              if (positive[i] && !positive[j]) {
                pairs++;
                inOrder += score[i] > score[j] ? 1 : score[i] == score[j] ? 0.5 : 0;
              }
            }
          }
          assertEquals(inOrder / pairs, Metrics.auc(score, positive), EXACT);
        });
  }

  @Test
  void averagePrecisionAsScikitLearnComputesIt() {
    boolean[] positive = {false, false, true, true};
    assertEquals(
        0.8333333333333333,
        Metrics.averagePrecision(new double[] {0.1, 0.4, 0.35, 0.8}, positive),
        EXACT);
    assertEquals(0.5, Metrics.averagePrecision(new double[] {1, 1, 1, 1}, positive), EXACT);
  }

  @Test
  void f1OfNothingFoundIsZero() {
    assertEquals(0, Metrics.f1(0, 0, 0));
    assertEquals(0.5, Metrics.f1(1, 1, 1), EXACT);
  }
}
