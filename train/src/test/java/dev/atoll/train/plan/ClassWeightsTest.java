package dev.atoll.train.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Labels;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class ClassWeightsTest {
  private static final Labels LABELS =
      new Labels.Single(6, 3, MemorySegment.ofArray(new int[] {0, 0, 0, 1, -1, 0}));
  private static final long[] SEEDS = {0, 1, 2, 3};

  @Test
  void balancedClassesCountTheSameAndAbsentOnesNothing() {
    float[] weights = ClassWeights.BALANCED.of(LABELS, SEEDS);
    assertArrayEquals(new float[] {2 / 3f, 2, 0}, weights, 1e-6f);
  }

  @Test
  void theMeanOverTrainingNodesIsOne() {
    float[] weights = ClassWeights.parse("1,5,1").orElseThrow().of(LABELS, SEEDS);
    assertArrayEquals(new float[] {0.5f, 2.5f, 0.5f}, weights, 1e-6f);
  }

  @Test
  void otherTextsAreRefused() {
    for (String text : new String[] {"", "5", "1,-1", "1,x", "equal"}) {
      assertTrue(ClassWeights.parse(text).isEmpty(), text);
    }
    var e =
        assertThrows(
            BadDataException.class,
            () -> ClassWeights.parse("1,2").orElseThrow().of(LABELS, SEEDS));
    assertEquals(
        "loss.classWeights=1.0,2.0 has 2 weights; expected one for each of 3 classes",
        e.getMessage());
  }
}
