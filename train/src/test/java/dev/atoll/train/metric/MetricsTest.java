package dev.atoll.train.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MetricsTest {
  private static final double EXACT = 1e-12;

  private final Random random = new Random(5);

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

  @Test
  void areaIsTheShareOfPairsInOrder() {
    for (int round = 0; round < 50; round++) {
      float[] links = scores(1 + random.nextInt(20));
      float[] negatives = scores(1 + random.nextInt(20));
      double won = 0;
      for (float link : links) {
        for (float negative : negatives) {
          won += link > negative ? 1 : link == negative ? 0.5 : 0;
        }
      }
      assertEquals(won / (links.length * negatives.length), Metrics.auc(links, negatives), 1e-12);
    }
  }

  /** Steps down the list, tied scores at once. */
  @Test
  void precisionIsAveragedOverLinks() {
    for (int round = 0; round < 50; round++) {
      float[] links = scores(1 + random.nextInt(20));
      float[] negatives = scores(random.nextInt(20));
      double sum = 0;
      for (float link : links) {
        double found = count(links, link);
        sum += found / (found + count(negatives, link));
      }
      assertEquals(sum / links.length, Metrics.averagePrecision(links, negatives), 1e-12);
    }
  }

  private static double count(float[] scores, float atLeast) {
    double count = 0;
    for (float score : scores) {
      count += score >= atLeast ? 1 : 0;
    }
    return count;
  }

  @Test
  void gainsFallWithThePlace() {
    assertEquals(1, Metrics.gain(0), 1e-12);
    assertEquals(0.5, Metrics.gain(2), 1e-12);
    assertEquals(1 + Metrics.gain(1), Metrics.idealGain(2), 1e-12);
  }

  @Test
  @Timeout(180)
  void aScoreThatIsNoNumberIsRefused() {
    double[] score = {0.1, Double.NaN, 0.3};
    for (boolean[] positive : new boolean[][] {{true, true, false}, {true, false, false}}) {
      assertThrows(NanScoreException.class, () -> Metrics.auc(score, positive));
      assertThrows(NanScoreException.class, () -> Metrics.averagePrecision(score, positive));
    }
    assertThrows(
        NanScoreException.class, () -> Metrics.auc(new float[] {Float.NaN}, new float[] {1}));
    assertThrows(
        NanScoreException.class, () -> Metrics.auc(new float[] {1}, new float[] {Float.NaN}));
  }

  @Test
  void infiniteScoresTieToo() {
    float[] infinite = {Float.POSITIVE_INFINITY};
    assertEquals(0.5, Metrics.auc(infinite, infinite), EXACT);
  }

  /** Few different values, so that there are ties. */
  private float[] scores(int count) {
    float[] scores = new float[count];
    for (int i = 0; i < count; i++) {
      scores[i] = random.nextInt(6);
    }
    return scores;
  }
}
