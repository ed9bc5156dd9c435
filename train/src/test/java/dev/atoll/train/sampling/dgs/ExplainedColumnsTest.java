package dev.atoll.train.sampling.dgs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.sampling.columns.ColumnPolicy.Absent;
import dev.atoll.train.sampling.columns.ColumnShare;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Columns by the importance that explanations find. */
class ExplainedColumnsTest {
  private static final int STEPS = 4000;

  @Test
  void theMostImportantComeFirst() {
    var top = new TopColumns(new ColumnShare(0.5, Absent.ZERO), ImportanceSpec.defaults());
    assertArrayEquals(new int[] {1, 2}, top.of(0.1f, 0.9f, 0.5f, 0.5f));
  }

  /** One of two columns, three times as important as the other, comes three times as often. */
  @Test
  void drawsFollowImportance() {
    var drawn = new DrawnColumns(new ColumnShare(0.5, Absent.ZERO), ImportanceSpec.defaults());
    RandomKey key = RandomKey.ofSeed(5);
    int[] seen = new int[2];
    for (int step = 0; step < STEPS; step++) {
      int[] chosen = drawn.of(key.child(step), 0.3f, 0.9f);
      assertEquals(1, chosen.length);
      seen[chosen[0]]++;
    }
    double sigma = Math.sqrt(STEPS * 0.25 * 0.75);
    assertEquals(STEPS * 0.25, seen[0], 4 * sigma, Arrays.toString(seen));
  }

  @Test
  void columnsOfNoImportanceComeLast() {
    var drawn = new DrawnColumns(new ColumnShare(0.75, Absent.ZERO), ImportanceSpec.defaults());
    RandomKey key = RandomKey.ofSeed(6);
    for (int step = 0; step < 50; step++) {
      int[] chosen = drawn.of(key.child(step), 0.5f, 0, 0.5f, 0.5f);
      assertTrue(Arrays.stream(chosen).noneMatch(c -> c == 1), Arrays.toString(chosen));
    }
  }
}
