package dev.atoll.train.sampling.dgs;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.sampling.columns.ColumnPolicy.Absent;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.RowSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns by the importance that explanations find. */
class ExplainedColumnsTest {
  private static final int STEPS = 4000;
  private static final double[] ALIKE = {1, 1, 1, 1};

  private static ColumnShare share(double rate, ColumnShare.Budget budget) {
    return new ColumnShare(rate, Absent.ZERO, ColumnShare.Scope.REMOTE, budget);
  }

  private static TopColumns top(double rate, ColumnShare.Budget budget) {
    return new TopColumns(share(rate, budget), ImportanceSpec.defaults());
  }

  private static DrawnColumns drawn(double rate) {
    return new DrawnColumns(share(rate, ColumnShare.Budget.COLUMNS), ImportanceSpec.defaults());
  }

  @Test
  void theMostImportantComeFirst() {
    int[] chosen = top(0.5, ColumnShare.Budget.COLUMNS).of(ALIKE, 0.1f, 0.9f, 0.5f, 0.5f);
    assertArrayEquals(new int[] {1, 2}, chosen);
  }

  /**
   * The budget is half of 100 elements: the first column alone would use it; the others have more
   * importance for it.
   */
  @Test
  void elementsArePaidFor() {
    double[] cells = {50, 20, 20, 10};
    float[] weights = {0.9f, 0.5f, 0.6f, 0.2f};
    assertArrayEquals(new int[] {0, 2}, top(0.5, ColumnShare.Budget.COLUMNS).of(cells, weights));
    int[] paid = top(0.5, ColumnShare.Budget.CELLS).of(cells, weights);
    Arrays.sort(paid);
    assertArrayEquals(new int[] {1, 2, 3}, paid);
  }

  /** The expected number of columns fits the budget, and important ones are more probable. */
  @Test
  void probabilitiesFollowImportanceAndCost() {
    double[] alike = drawn(0.5).probabilities(ALIKE, 0.2f, 0.1f, 0.2f, 0.1f);
    assertEquals(2, Arrays.stream(alike).sum(), 1e-9);
    assertTrue(alike[0] > 1.5 * alike[1], Arrays.toString(alike));
    var paid = new DrawnColumns(share(0.25, ColumnShare.Budget.CELLS), ImportanceSpec.defaults());
    double[] costs = {100, 1, 100, 1};
    double[] byCost = paid.probabilities(costs, 1, 1, 1, 1);
    double expected = 0;
    for (int c = 0; c < costs.length; c++) {
      expected += costs[c] * byCost[c];
    }
    assertEquals(0.25 * 202, expected, 1e-6);
    assertTrue(byCost[1] > 2 * byCost[0], Arrays.toString(byCost));
  }

  /** The mean of a reader's rows is the row, whatever value stands for absent columns. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void drawnColumnsAreUnbiased(boolean meansStandIn) {
    float[] row = {3, -1, 0.5f, 2};
    float[] means = {1, 1, -2, 0};
    double[] probabilities = drawn(0.4).probabilities(ALIKE, 1, 0.2f, 0, 1.5f);
    RandomKey key = RandomKey.ofSeed(5);
    double[] sums = new double[row.length];
    double[] squares = new double[row.length];
    for (int step = 0; step < STEPS; step++) {
      Columns columns = DrawnColumns.of(key.child(step), probabilities);
      columns = meansStandIn ? columns.orElse(means) : columns;
      Matrix read = OwnedRows.matrix(1, row.length, Arena.ofAuto());
      MemorySegment.copy(row, 0, read.data(), JAVA_FLOAT, 0, row.length);
      new RowSink.Dense(read).restrict(0, columns);
      for (int c = 0; c < row.length; c++) {
        float element = read.data().getAtIndex(JAVA_FLOAT, c);
        sums[c] += element;
        squares[c] += (double) element * element;
      }
    }
    for (int c = 0; c < row.length; c++) {
      double mean = sums[c] / STEPS;
      double deviation = Math.sqrt((squares[c] / STEPS - mean * mean) / STEPS);
      assertTrue(deviation > 0, "column " + c + " is drawn, and is not always");
      assertEquals(row[c], mean, 4 * deviation, "column " + c);
    }
  }
}
