package dev.atoll.train.metric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.Labels;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClassReportTest {
  /** Two of eight nodes are of class 1; its probability by node. */
  private static final int[] TRUTH = {0, 0, 1, 0, 1, 0, 0, 0};

  private static final double[] P = {0.1, 0.2, 0.45, 0.3, 0.6, 0.05, 0.4, 0.5};
  private static final Labels.Single LABELS = new Labels.Single(8, 2, MemorySegment.ofArray(TRUTH));
  private static final int[] ALL = IntStream.range(0, 8).toArray();

  private static double probability(int node, int label) {
    return label == 1 ? P[node] : 1 - P[node];
  }

  @Test
  void everyClassHasItsScores() {
    ClassReport report =
        ClassReport.of(ALL, LABELS, ClassReportTest::probability, Decision.LIKELIEST);
    assertArrayEquals(new long[] {6, 0}, report.confusion()[0]);
    assertArrayEquals(new long[] {1, 1}, report.confusion()[1]);
    ClassReport.ClassScores rare = report.classes().get(1);
    assertEquals(1, rare.precision());
    assertEquals(0.5, rare.recall());
    assertEquals(2.0 / 3, rare.f1(), 1e-12);
    assertEquals((1 + 2.0 / 3) / 2, rare.averagePrecision(), 1e-12);
    assertEquals(0.75, report.majority());
  }

  @Test
  void theThresholdHasTheLargestF1OfTheRarerClass() {
    Decision best = Decision.largestF1(ALL, LABELS, ClassReportTest::probability);
    assertEquals(1, best.label());
    assertEquals(0.425, best.threshold(), 1e-12);
    ClassReport report = ClassReport.of(ALL, LABELS, ClassReportTest::probability, best);
    assertEquals(0.8, report.classes().get(1).f1(), 1e-12);
  }

  @Test
  void withoutANodeOfTheRarerClassTheLikeliestIsTaken() {
    int[] common = {0, 1, 3};
    assertEquals(
        Decision.LIKELIEST, Decision.largestF1(common, LABELS, ClassReportTest::probability));
  }
}
