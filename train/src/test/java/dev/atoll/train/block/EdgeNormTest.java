package dev.atoll.train.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EdgeNormTest {
  @Test
  void theWeightOfAnEdgeIsTheProductOfItsScales() {
    for (EdgeNorm norm : EdgeNorm.values()) {
      for (int target = 1; target < 50; target++) {
        for (int source = 1; source < 50; source++) {
          float product = norm.targetScale(target) * norm.sourceScale(source);
          assertEquals(product, norm.weight(target, source), 2 * Math.ulp(product));
        }
      }
    }
  }

  @Test
  void meanAndSymmetricNorm() {
    assertEquals(0.25f, EdgeNorm.MEAN.targetScale(4));
    assertEquals(1, EdgeNorm.MEAN.sourceScale(4));
    assertEquals(0.5f, EdgeNorm.SYMMETRIC.targetScale(4));
    assertEquals(1f / 6, EdgeNorm.SYMMETRIC.weight(4, 9));
  }

  @Test
  void aNodeWithoutNeighboursHasNoWeight() {
    assertEquals(0, EdgeNorm.MEAN.targetScale(0));
    assertEquals(0, EdgeNorm.SYMMETRIC.targetScale(0));
    assertEquals(0, EdgeNorm.correction(3, 0));
  }

  @Test
  void scalesOfAllNodes() {
    assertArrayEquals(new float[] {1, 0.5f, 0}, EdgeNorm.MEAN.targetScales(3, v -> (v + 1) % 3));
    assertArrayEquals(new float[] {1, 1}, EdgeNorm.MEAN.sourceScales(2, _ -> 7));
  }

  @Test
  void aSampledNeighbourRepresentsSeveral() {
    assertEquals(2.5f, EdgeNorm.correction(10, 4));
  }
}
