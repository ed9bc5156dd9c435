package dev.atoll.train.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LogisticProbeTest {
  @Test
  void readsClassesThatAPlaneCanPart() {
    var random = new Random(3);
    float[][] rows = new float[300][];
    int[] classOf = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      classOf[i] = i % 3;
      rows[i] = new float[] {7, random.nextFloat(), random.nextFloat()};
      rows[i][1 + classOf[i] % 2] += 100 * (classOf[i] - 1);
    }
    LogisticProbe probe = LogisticProbe.fit(rows, classOf, 3, 1e-4);
    int right = 0;
    for (int i = 0; i < rows.length; i++) {
      float[] said = probe.logits(rows[i]);
      int best = 0;
      for (int k = 1; k < 3; k++) {
        best = said[k] > said[best] ? k : best;
      }
      right += best == classOf[i] ? 1 : 0;
    }
    assertTrue(right > 295, right + " of 300");
  }

  /** Two points at ±1, decay d: the slope w of each class solves σ(−2w)·1 = d·w. */
  @Test
  void findsTheMinimum() {
    double decay = 0.1;
    LogisticProbe probe = LogisticProbe.fit(new float[][] {{-1}, {1}}, new int[] {0, 1}, 2, decay);
    double w = probe.logits(new float[] {1})[1];
    assertEquals(decay * w, 1 / (1 + Math.exp(2 * w)), 1e-4);
  }
}
