package dev.atoll.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.testkit.Randomly;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RingTest {
  private static List<Integer> order(Ring ring) {
    var order = new ArrayList<Integer>();
    int before = Ring.NONE;
    for (int rank = ring.root(); rank != Ring.NONE; rank = ring.next(rank)) {
      assertEquals(before, ring.previous(rank), "before " + rank + " in " + ring);
      order.add(rank);
      before = rank;
    }
    return order;
  }

  private static BitSet set(int... ranks) {
    BitSet set = new BitSet();
    for (int rank : ranks) {
      set.set(rank);
    }
    return set;
  }

  @Test
  void aRankThatSkipsItsBroadcastComesLastAndSendsNothing() {
    assertEquals(List.of(1, 3, 0, 2), order(new Ring(4, set(0, 1, 3), 1)));
    assertEquals(List.of(3, 0, 1, 2), order(new Ring(4, set(0, 1, 3), 3)));
  }

  @Test
  void aSingleRootPassesItsBlockAroundTheRing() {
    assertEquals(List.of(2, 3, 4, 0, 1), order(new Ring(5, set(2), 2)));
    assertEquals(List.of(0), order(new Ring(1, set(0), 0)));
  }

  @Test
  void everyRankComesOnceRootsFirst() {
    Randomly.tries(
        100,
        random -> {
          int ranks = 1 + random.nextInt(12);
          int root = random.nextInt(ranks);
          BitSet roots = set(random.ints(random.nextInt(ranks), 0, ranks).toArray());
          roots.set(root);
          List<Integer> order = order(new Ring(ranks, roots, root));
          assertEquals(ranks, order.stream().distinct().count());
          assertEquals(
              roots.cardinality(),
              order.subList(0, roots.cardinality()).stream().filter(roots::get).count());
        });
  }
}
