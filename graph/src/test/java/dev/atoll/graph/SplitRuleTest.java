package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.Test;

class SplitRuleTest {
  private static final int NODES = 1_000;

  @Test
  void theSharesAreExactAndKeyedBySeed() {
    var rule = SplitRule.parse("random:60/20/20").orElseThrow();
    byte[] roles = dealt(rule, node -> 0, 1);
    assertEquals(600, count(roles, Split.TRAIN));
    assertEquals(200, count(roles, Split.VALIDATION));
    assertEquals(200, count(roles, Split.TEST));
    assertTrue(Arrays.equals(roles, dealt(rule, node -> 0, 1)));
    assertFalse(Arrays.equals(roles, dealt(rule, node -> 0, 2)));
  }

  @Test
  void everyClassIsDealtOutInItsShares() {
    LongToIntFunction rare = node -> node % 50 == 0 ? 1 : 0;
    byte[] roles = dealt(SplitRule.parse("stratified:50/25/25").orElseThrow(), rare, 3);
    int trained = 0;
    for (int node = 0; node < NODES; node += 50) {
      trained += roles[node] == Split.TRAIN ? 1 : 0;
    }
    assertEquals(10, trained);
    assertNotEquals(0, count(roles, Split.TEST));
  }

  @Test
  void classesAreAskedForThreeTimesANodeHoweverManyThereAre() {
    var asked = new java.util.concurrent.atomic.AtomicLong();
    dealt(
        SplitRule.parse("stratified:50/25/25").orElseThrow(),
        node -> {
          asked.incrementAndGet();
          return (int) node % 200;
        },
        5);
    assertTrue(asked.get() <= 6L * NODES, asked + " questions about " + NODES + " nodes");
  }

  /** An array with an element per class would take gigabytes. */
  @Test
  void classesMayHaveLargeNumbers() {
    var rule = SplitRule.parse("stratified:50/25/25").orElseThrow();
    LongToIntFunction far = node -> node % 4 == 0 ? 900_000_000 : 0;
    LongToIntFunction near = node -> node % 4 == 0 ? 1 : 0;
    var roles = new AtomicReference<byte[]>();
    long bytes = Allocation.bytesOf(() -> roles.set(dealt(rule, far, 3)));
    assertArrayEquals(dealt(rule, near, 3), roles.get());
    assertTrue(bytes < 16 << 20, bytes + " bytes");
  }

  @Test
  void nodesWithoutALabelHaveNoRole() {
    byte[] roles =
        dealt(SplitRule.parse("random:1/0/1").orElseThrow(), node -> node < 500 ? -1 : 0, 4);
    assertEquals(500, count(roles, Split.NONE));
    assertEquals(250, count(roles, Split.TRAIN));
    assertEquals(0, count(roles, Split.VALIDATION));
    assertEquals(Split.NONE, roles[7]);
  }

  @Test
  void theEarliestTrainAndTheLatestTest() {
    MemorySegment roles = MemorySegment.ofArray(new byte[NODES]);
    SplitRule.ofShares("80/10/10", false)
        .orElseThrow()
        .inOrder(NODES, node -> 0, node -> -node / 10, roles);
    byte[] found = roles.toArray(JAVA_BYTE);
    assertEquals(Split.TEST, found[0]);
    assertEquals(Split.TRAIN, found[NODES - 1]);
    for (int node = 1; node < NODES; node++) {
      assertTrue(found[node] <= found[node - 1]);
      assertTrue(node % 10 == 0 || found[node] == found[node - 1] || node < 10);
    }
  }

  @Test
  void otherTextsAreNoRules() {
    for (String text :
        new String[] {"split", "splits:3", "random:60/20", "random:0/50/50", "random:-1/1/1"}) {
      assertTrue(SplitRule.parse(text).isEmpty(), text);
    }
  }

  private static byte[] dealt(SplitRule rule, LongToIntFunction classOf, long seed) {
    MemorySegment roles = MemorySegment.ofArray(new byte[NODES]);
    rule.deal(NODES, classOf, RandomKey.ofSeed(seed), roles);
    return roles.toArray(JAVA_BYTE);
  }

  private static long count(byte[] roles, int role) {
    long count = 0;
    for (byte found : roles) {
      count += found == role ? 1 : 0;
    }
    return count;
  }
}
