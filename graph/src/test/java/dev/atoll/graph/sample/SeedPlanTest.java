package dev.atoll.graph.sample;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeedPlanTest {
  private static final RandomKey KEY = RandomKey.ofSeed(3);
  private static final long[] NODES = LongStream.range(100, 1100).toArray();

  @Test
  void everySeedComesOnceAndInputStaysAsItIs() {
    long[] nodes = NODES.clone();
    long[] seeds = SeedPlan.shuffled(nodes, 10, KEY).seeds().clone();
    assertArrayEquals(NODES, nodes);
    assertFalse(Arrays.equals(NODES, seeds));
    Arrays.sort(seeds);
    assertArrayEquals(NODES, seeds);
  }

  @Test
  void equalKeysGiveEqualOrders() {
    assertArrayEquals(order(KEY), order(KEY));
    assertFalse(Arrays.equals(order(KEY), order(KEY.child(1))));
  }

  private static long[] order(RandomKey key) {
    return SeedPlan.shuffled(NODES, 7, key).seeds();
  }

  @Test
  void everySeedComesFirstAsOften() {
    int[] first = new int[5];
    for (int epoch = 0; epoch < 50_000; epoch++) {
      first[(int) SeedPlan.shuffled(new long[] {0, 1, 2, 3, 4}, 1, KEY.child(epoch)).seeds()[0]]++;
    }
    for (int count : first) {
      assertTrue(Math.abs(count - 10_000) < 4 * Math.sqrt(8000), Arrays.toString(first));
    }
  }

  @Test
  void stepsCoverAllSeeds() {
    SeedPlan plan = SeedPlan.shuffled(NODES, 300, KEY);
    assertEquals(4, plan.steps());
    assertEquals(900, plan.from(3));
    assertEquals(1000, plan.to(3));
    assertEquals(0, SeedPlan.shuffled(new long[0], 300, KEY).steps());
    assertThrows(IllegalArgumentException.class, () -> SeedPlan.shuffled(NODES, 0, KEY));
  }
}
