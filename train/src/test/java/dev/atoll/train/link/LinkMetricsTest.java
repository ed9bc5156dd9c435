package dev.atoll.train.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Figures against slow ones that follow the definition. */
class LinkMetricsTest {
  private final Random random = new Random(5);

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
      assertEquals(
          won / (links.length * negatives.length), LinkMetrics.auc(links, negatives), 1e-12);
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
      assertEquals(sum / links.length, LinkMetrics.averagePrecision(links, negatives), 1e-12);
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
    assertEquals(1, LinkMetrics.gain(0), 1e-12);
    assertEquals(0.5, LinkMetrics.gain(2), 1e-12);
    assertEquals(1 + LinkMetrics.gain(1), LinkMetrics.idealGain(2), 1e-12);
  }

  @Test
  void theBestPlacesComeFirst() {
    float[] cells = {9, 1, 3, 2, 3, 0};
    assertArrayEquals(new int[] {1, 3, 2}, TopK.of(cells, 1, 4, 3));
    assertArrayEquals(new int[] {0, 2, 4, 3, 1, 5}, TopK.of(cells, 0, 6, 9));
    assertArrayEquals(new int[0], TopK.of(cells, 0, 0, 3));
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
