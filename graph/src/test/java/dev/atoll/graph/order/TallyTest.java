package dev.atoll.graph.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.testkit.Randomly;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void sumsLikeAMapInOrderOfArrival() {
    Randomly.tries(
        100,
        random -> {
          var tally = new Tally();
          for (int round = 0; round < 3; round++) {
            tally.clear();
            var map = new LinkedHashMap<Integer, Long>();
            int bound = random.nextInt(1, 2000);
            for (int i = random.nextInt(3000); i > 0; i--) {
              int key = random.nextInt(bound) * random.nextInt(1, 4);
              tally.add(key, i);
              map.merge(key, (long) i, Long::sum);
            }
            assertEquals(map.size(), tally.count());
            int index = 0;
            for (var entry : map.entrySet()) {
              assertEquals(entry.getKey(), tally.key(index));
              assertEquals(entry.getValue(), tally.sum(index++));
              assertEquals(entry.getValue(), tally.sumOf(entry.getKey()));
            }
            assertEquals(0, tally.sumOf(bound * 4));
          }
        });
  }
}
