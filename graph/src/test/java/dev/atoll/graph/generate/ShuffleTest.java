package dev.atoll.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ShuffleTest {
  @Test
  void isAPermutationWithItsInverse() {
    for (int count : new int[] {1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 1000, 4097}) {
      var shuffle = new Shuffle(count, RandomKey.ofSeed(count));
      var seen = new BitSet();
      for (int i = 0; i < count; i++) {
        long place = shuffle.of(i);
        assertTrue(place >= 0 && place < count);
        assertFalse(seen.get((int) place));
        seen.set((int) place);
        assertEquals(i, shuffle.inverse(place));
      }
    }
  }

  @Test
  void neighboursAreScattered() {
    int count = 100_000;
    var shuffle = new Shuffle(count, RandomKey.ofSeed(1));
    double distance = 0;
    for (int i = 1; i < count; i++) {
      distance += Math.abs(shuffle.of(i) - shuffle.of(i - 1));
    }
    assertEquals(count / 3.0, distance / count, count * 0.005, "mean distance of random places");
  }
}
