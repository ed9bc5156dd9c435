package dev.atoll.graph.sample.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.ReferenceSampler;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UniformDrawTest {
  private static final int KEYS = 60_000;
  private static final long START = 1L << 40;
  private static final UniformDraw DRAW = new UniformDraw();
  private static final RandomKey KEY = RandomKey.ofSeed(11);

  @Test
  void positionsAreThoseOfTheReference() {
    for (int degree = 0; degree < 200; degree++) {
      for (int count = 0; count <= degree; count += 1 + degree / 7) {
        assertEquals(
            ReferenceSampler.positions(KEY.child(degree), degree, count),
            draw(KEY.child(degree), degree, count));
      }
    }
  }

  @Test
  void positionsDiffer() {
    List<Integer> drawn = draw(KEY, 100_000, 70_000);
    assertEquals(70_000, new HashSet<>(drawn).size());
  }

  /** A draw that begins with 64 words of 64 bits grows by the missing words. */
  @Test
  void memoryGrowsWithTheDegree() {
    var draw = new UniformDraw();
    for (int degree : new int[] {4096, 4097, 6001, 200}) {
      List<Integer> drawn = draw(draw, KEY, degree, degree - 1);
      assertEquals(ReferenceSampler.positions(KEY, degree, degree - 1), drawn);
    }
  }

  @Test
  void everySetIsAsLikely() {
    Map<List<Integer>, Integer> seen = new HashMap<>();
    for (int key = 0; key < KEYS; key++) {
      seen.merge(draw(KEY.child(key), 6, 3).stream().sorted().toList(), 1, Integer::sum);
    }
    assertEquals(20, seen.size());
    assertLikely(chiSquare(seen.values(), KEYS / 20.0), 19);
  }

  @Test
  void everyPositionIsAsLikely() {
    for (int degree : new int[] {20, 64, 65, 200}) {
      Map<Integer, Integer> seen = new HashMap<>();
      for (int key = 0; key < KEYS; key++) {
        draw(KEY.child(degree).child(key), degree, 5).forEach(p -> seen.merge(p, 1, Integer::sum));
      }
      assertEquals(degree, seen.size());
      // Without repetition the counts vary less than multinomial counts, by this factor.
      double narrowing = (degree - 5.0) / (degree - 1);
      assertLikely(chiSquare(seen.values(), 5.0 * KEYS / degree) / narrowing, degree - 1);
    }
  }

  private static double chiSquare(Iterable<Integer> counts, double expected) {
    double sum = 0;
    for (int count : counts) {
      sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
  }

  /** Asserts a value within four standard deviations of the expectation. */
  private static void assertLikely(double chiSquare, int freedom) {
    assertTrue(
        Math.abs(chiSquare - freedom) < 4 * Math.sqrt(2.0 * freedom),
        "chi-square " + chiSquare + " for " + freedom + " degrees of freedom");
  }

  private static List<Integer> draw(RandomKey key, int degree, int count) {
    return draw(DRAW, key, degree, count);
  }

  private static List<Integer> draw(UniformDraw draw, RandomKey key, int degree, int count) {
    long[] edges = new long[count + 2];
    edges[0] = -1;
    edges[count + 1] = -1;
    draw.draw(key.bits(), START, degree, count, edges, 1);
    assertEquals(-2, edges[0] + edges[count + 1], "what lies around is left alone");
    return Arrays.stream(edges, 1, count + 1).mapToObj(edge -> (int) (edge - START)).toList();
  }
}
