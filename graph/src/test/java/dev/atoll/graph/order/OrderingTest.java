package dev.atoll.graph.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OrderingTest {
  @Test
  void bothWaysAgree() {
    Ordering order = Ordering.ofNewToOld(new int[] {2, 0, 1});
    assertEquals(2, order.oldOf(0));
    for (int i = 0; i < 3; i++) {
      assertEquals(i, order.newOf(order.oldOf(i)));
      assertEquals(order.newOf(i), order.inverse().oldOf(i));
    }
    assertEquals(0, Ordering.identity(0).nodeCount());
    assertEquals(1, Ordering.identity(2).newOf(1));
  }

  @Test
  void whatIsNoPermutationIsRefused() {
    assertRefused("an order of 2 nodes cannot hold node 2 (at index 1)", 0, 2);
    assertRefused("an order of 2 nodes cannot hold node -1 (at index 0)", -1, 0);
    assertRefused("an order holds every node once, but node 1 is at indices 0 and 2", 1, 0, 1);
  }

  private static void assertRefused(String message, int... nodes) {
    var thrown = assertThrows(IllegalArgumentException.class, () -> Ordering.ofNewToOld(nodes));
    assertEquals(message, thrown.getMessage());
  }
}
