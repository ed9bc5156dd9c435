package dev.atoll.train.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class TopKTest {
  @Test
  void theBestPlacesComeFirst() {
    float[] elements = {9, 1, 3, 2, 3, 0};
    assertArrayEquals(new int[] {1, 3, 2}, TopK.of(elements, 1, 4, 3));
    assertArrayEquals(new int[] {0, 2, 4, 3, 1, 5}, TopK.of(elements, 0, 6, 9));
    assertArrayEquals(new int[0], TopK.of(elements, 0, 0, 3));
  }
}
