package dev.atoll.graph.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Allocation;
import dev.atoll.testkit.Randomly;
import java.util.LinkedHashMap;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class RatingMapTest {
  @Test
  void hashRatingsSumLikeAMapInOrderOfArrival() {
    sumsLikeAMap(_ -> new HashRatings());
  }

  @Test
  void denseRatingsSumLikeAMapInOrderOfArrival() {
    sumsLikeAMap(DenseRatings::new);
  }

  @Test
  void aMapOfVeryManyLabelsHasNoElementForEach() {
    var map = new RatingMap[1];
    long allocated =
        Allocation.bytesOf(
            () -> map[0] = RowPolicy.PARTITIONING.ratings().apply(RowPolicy.MOST_DENSE_LABELS + 1));
    assertTrue(allocated < 1 << 20, allocated + " bytes");
  }

  /** Tests a map with few labels, all of which occur, and occur again after the last new one. */
  private static void sumsLikeAMap(IntFunction<RatingMap> newRatings) {
    Randomly.tries(
        100,
        random -> {
          int labels = random.nextInt(1, 2000);
          RatingMap ratings = newRatings.apply(labels);
          for (int round = 0; round < 3; round++) {
            ratings.clear();
            var map = new LinkedHashMap<Integer, Long>();
            int adds = random.nextInt(3000);
            ratings.reserve(adds);
            for (int i = adds; i > 0; i--) {
              int label = random.nextInt(labels);
              ratings.add(label, i);
              map.merge(label, (long) i, Long::sum);
            }
            assertEquals(map.size(), ratings.size());
            int index = 0;
            for (var entry : map.entrySet()) {
              assertEquals(entry.getKey(), ratings.label(index));
              assertEquals(entry.getValue(), ratings.sum(index++));
            }
            for (int label = 0; label < labels; label++) {
              assertEquals(map.getOrDefault(label, 0L), ratings.sumOf(label));
            }
          }
        });
  }
}
