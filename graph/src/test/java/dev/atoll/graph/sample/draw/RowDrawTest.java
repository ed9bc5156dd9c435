package dev.atoll.graph.sample.draw;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.RowSlice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Draws of one row among others, edge by edge, with the factors that correct sums. */
class RowDrawTest {
  private static final Arena ARENA = Arena.ofAuto();
  private static final RandomKey KEY = RandomKey.ofSeed(3);

  /** The value of elements around the output. */
  private static final int UNTOUCHED = -7;

  private static final int AT = 2;

  /**
   * The first edge of the middle row of nodes 30, 31 and 32, with 3, 20 and 5 neighbours: 0, 1, 2,
   * …, 19 in the middle row.
   */
  private static final int FIRST = 3;

  private static final int DEGREE = 20;

  private static RowSlice rows(int degree) {
    int[] neighbors = new int[FIRST + degree + 5];
    Arrays.fill(neighbors, 40);
    for (int i = 0; i < degree; i++) {
      neighbors[FIRST + i] = i;
    }
    return new RowSlice(
        30,
        3,
        Math.max(50, degree),
        ARENA.allocateFrom(JAVA_LONG, 0, FIRST, FIRST + degree, FIRST + degree + 5),
        ARENA.allocateFrom(JAVA_INT, neighbors));
  }

  /** Drawn neighbours of the middle row, and the factor of each. */
  private static final class Drawn {
    private final int[] neighbors;
    private final float[] corrections;

    Drawn(int[] neighbors, float[] corrections) {
      this.neighbors = neighbors;
      this.corrections = corrections;
    }
  }

  private static Drawn draw(RowDraw draw, int count, long key) {
    long[] into = new long[AT + count + 1];
    Arrays.fill(into, UNTOUCHED);
    MemorySegment corrections = ARENA.allocate(JAVA_FLOAT, count + 2L);
    corrections.setAtIndex(JAVA_FLOAT, 0, UNTOUCHED);
    corrections.setAtIndex(JAVA_FLOAT, count + 1L, UNTOUCHED);
    draw.draw(KEY.child(key).bits(), 1, count, into, AT, corrections.address() + Float.BYTES);
    assertEquals(UNTOUCHED, into[AT - 1]);
    assertEquals(UNTOUCHED, into[AT + count]);
    assertEquals(UNTOUCHED, corrections.getAtIndex(JAVA_FLOAT, 0));
    assertEquals(UNTOUCHED, corrections.getAtIndex(JAVA_FLOAT, count + 1L));
    int[] neighbors =
        Arrays.stream(into, AT, AT + count).mapToInt(edge -> (int) (edge - FIRST)).toArray();
    assertEquals(count, Arrays.stream(neighbors).distinct().count());
    assertTrue(Arrays.stream(neighbors).allMatch(v -> v >= 0));
    return new Drawn(neighbors, Arrays.copyOfRange(corrections.toArray(JAVA_FLOAT), 1, count + 1));
  }

  private static void assertAll(float correction, Drawn drawn) {
    for (float found : drawn.corrections) {
      assertEquals(correction, found, 1e-6);
    }
  }

  @Test
  void guidedDrawsTakeFewerRemoteNeighbours() {
    // 8 of 20 are remote: 5 · (0.4 − 0.1) = 1.5 of 5 draws.
    var draw = new GuidedDraw(rows(DEGREE), new LocalBias(0, 12, 0.1, null));
    boolean[] seen = new boolean[3];
    for (int key = 0; key < 40; key++) {
      Drawn drawn = draw(draw, 5, key);
      int remote = 0;
      for (int i = 0; i < 5; i++) {
        remote += drawn.neighbors[i] < 12 ? 0 : 1;
      }
      seen[remote] = true;
    }
    assertArrayEquals(new boolean[] {false, true, true}, seen);
  }

  @Test
  void guidedDrawsOfOneKindAreUniform() {
    RowSlice rows = rows(DEGREE);
    var allLocal = new GuidedDraw(rows, new LocalBias(0, 20, 0.1, null));
    var allRemote = new GuidedDraw(rows, new LocalBias(20, 30, 0.1, null));
    assertArrayEquals(draw(allLocal, 5, 1).neighbors, draw(allRemote, 5, 1).neighbors);
    var mixed = new GuidedDraw(rows, new LocalBias(0, 12, 0.1, null));
    assertArrayEquals(IntStream.range(0, DEGREE).toArray(), draw(mixed, DEGREE, 1).neighbors);
  }

  @Test
  void guidedDrawsByWeightGoBeyondTheirFirstArrays() {
    var bias = new LocalBias(0, 100, 0.2, _ -> 2);
    var own = new LocalBias(0, 100, 0.2, null);
    assertFalse(bias.isLocal(100) || !bias.isLocal(99) || !bias.isLocal(0) || bias.isLocal(-1));
    // Row 31 is local: its remote neighbours are drawn by weight.
    Drawn drawn = draw(new GuidedDraw(rows(200), bias), 100, 1);
    assertEquals(30, Arrays.stream(drawn.neighbors).filter(v -> v >= 100).count());
    assertNull(bias.withoutWeights().weights());
    assertEquals(own, bias.withoutWeights());
  }

  @Test
  void guidedDrawsLeaveCorrectionsAlone() {
    var draw = new GuidedDraw(rows(DEGREE), new LocalBias(0, 12, 0.1, null));
    assertFalse(draw.corrects());
    assertAll(0, draw(draw, 5, 1));
    assertAll(0, draw(draw, DEGREE, 1));
    assertAll(0, draw(new GuidedDraw(rows(DEGREE), new LocalBias(0, 40, 0.1, _ -> 1)), 5, 1));
  }

  @Test
  void favouredDrawsCorrectBothKinds() {
    // 5 of 20 are favoured twice: 2·4 / (2·5 + 15) = 0.32 each, the others (4 − 1.6) / 15.
    BitSet favoured = new BitSet();
    favoured.set(10, 15);
    var draw = new LocalityDraw(rows(DEGREE), favoured, () -> 2);
    assertTrue(draw.corrects());
    for (int key = 0; key < 20; key++) {
      Drawn drawn = draw(draw, 4, key);
      for (int i = 0; i < 4; i++) {
        boolean near = favoured.get(drawn.neighbors[i]);
        assertEquals(near ? 1 / 0.32 : 15 / 2.4, drawn.corrections[i], 1e-5);
      }
    }
    assertAll(5, draw(new LocalityDraw(rows(DEGREE), favoured, () -> 1), 4, 1));
    assertAll(5, draw(new LocalityDraw(rows(DEGREE), new BitSet(), () -> 2), 4, 1));
    BitSet all = new BitSet();
    all.set(0, DEGREE);
    assertAll(5, draw(new LocalityDraw(rows(DEGREE), all, () -> 2), 4, 1));
    assertAll(1, draw(draw, DEGREE, 1));
  }

  private static MemorySegment weights(int degree, float ofRow) {
    float[] weights = new float[FIRST + degree + 5];
    Arrays.fill(weights, 1000); // of other rows
    Arrays.fill(weights, FIRST, FIRST + degree, ofRow);
    return ARENA.allocateFrom(JAVA_FLOAT, weights);
  }

  @Test
  void weightsOfOtherRowsDoNotCount() {
    RowSlice rows = rows(DEGREE);
    WeightTable equal = WeightTable.of(rows, weights(DEGREE, 3), ARENA, 1);
    assertAll(4, draw(equal, 5, 1));
    assertAll(1, draw(equal, DEGREE, 1));
    draw(equal, 0, 1);
    MemorySegment uneven = weights(DEGREE, 1);
    uneven.setAtIndex(JAVA_FLOAT, FIRST, 50);
    WeightTable heavy = WeightTable.of(rows, uneven, ARENA, 1);
    for (int key = 0; key < 20; key++) { // one is certain, 4 of 19 are drawn of the others
      Drawn drawn = draw(heavy, 5, key);
      assertEquals(0, drawn.neighbors[0]);
      assertEquals(1, drawn.corrections[0]);
      assertEquals(19 / 4.0, drawn.corrections[1], 1e-5);
    }
  }

  @Test
  void weightsMustBeThereAndFit() {
    RowSlice rows = rows(DEGREE);
    assertThrows(
        IllegalArgumentException.class,
        () -> WeightTable.of(rows, weights(DEGREE - 1, 1), ARENA, 1));
    assertThrows(BadDataException.class, () -> WeightTable.of(rows, ARENA, 1));
    RowSlice weighted = rows.withWeights(weights(DEGREE, 3));
    assertEquals(FIRST + DEGREE + 5, WeightTable.of(weighted, ARENA, 1).edgeCount());
    MemorySegment bad = weights(DEGREE, 1);
    bad.setAtIndex(JAVA_FLOAT, FIRST + 4L, -1);
    var e = assertThrows(IllegalArgumentException.class, () -> WeightTable.of(rows, bad, ARENA, 1));
    assertTrue(
        e.getMessage().startsWith("weight -1.0 of edge 7 (from node 4 to node 31)"),
        e.getMessage());
  }

  @Test
  void probabilitiesAreInProportionToWeightsAndAtMostOne() {
    double[] weights = {1, 2, 3, 4};
    assertEquals(0.1, CappedProbabilities.factor(4, 1, i -> weights[i]), 1e-12);
    assertEquals(0.2, CappedProbabilities.factor(4, 2, i -> weights[i]), 1e-12);
    // 3 of 4: 0.3 · 4 > 1, so 2 of 1 + 2 + 3: 1/3 each per weight, and 3 · 1/3 = 1.
    assertEquals(1 / 3.0, CappedProbabilities.factor(4, 3, i -> weights[i]), 1e-12);
    assertEquals(Double.POSITIVE_INFINITY, CappedProbabilities.factor(4, 4, i -> weights[i]));
    assertEquals(0, CappedProbabilities.factor(4, 0, i -> weights[i]));
  }
}
