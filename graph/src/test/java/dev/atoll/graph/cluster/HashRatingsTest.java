package dev.atoll.graph.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.testkit.Randomly;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

class HashRatingsTest {
  @Test
  void sumsLikeAMapInOrderOfArrival() {
    Randomly.tries(
        100,
        random -> {
          var ratings = new HashRatings();
          for (int round = 0; round < 3; round++) {
            ratings.clear();
            var map = new LinkedHashMap<Integer, Long>();
            int bound = random.nextInt(1, 2000);
            for (int i = random.nextInt(3000); i > 0; i--) {
              int key = random.nextInt(bound) * random.nextInt(1, 4);
              ratings.add(key, i);
              map.merge(key, (long) i, Long::sum);
            }
            assertEquals(map.size(), ratings.size());
            int index = 0;
            for (var entry : map.entrySet()) {
              assertEquals(entry.getKey(), ratings.label(index));
              assertEquals(entry.getValue(), ratings.sum(index++));
              assertEquals(entry.getValue(), ratings.sumOf(entry.getKey()));
            }
            assertEquals(0, ratings.sumOf(bound * 4));
          }
        });
  }
}
