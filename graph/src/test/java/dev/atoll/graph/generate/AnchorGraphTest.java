package dev.atoll.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.Storage;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AnchorGraphTest {
  /** Worked out with the published formula. */
  private static final int TRAINING_OF_1000 = 78;

  private static final long FIRST_OF_1000 = 915;

  @Test
  void smallIsTheSameBitForBit() {
    assertPublished(AnchorGraph.named("small"), 5_604_520, 0xf5fd320454c7c2f0L);
  }

  @Test
  @Tag("slow")
  void productsIsTheSameBitForBit() {
    assertPublished(AnchorGraph.named("products"), 123_681_684, 0x4c2e2025da1bfb3dL);
  }

  @Test
  @Tag("slow")
  void papersIsTheSameBitForBit() {
    assertPublished(AnchorGraph.named("papers"), 149_977_408, 0xfceaa70410ac16dcL);
  }

  private static void assertPublished(AnchorGraph anchor, long edges, long checksum) {
    try (Arena arena = Arena.ofShared()) {
      CsrGraph graph = new CsrBuilder(anchor.options()).build(anchor.edges(), Storage.in(arena));
      assertEquals(edges, graph.edgeCount());
      assertEquals(checksum, AnchorGraph.checksum(graph, 2));
    }
  }

  @Test
  void trainingNodesFollowTheirHash() {
    var anchor = new AnchorGraph("tiny", 1000, 10, 64, 1);
    long[] train = anchor.trainingNodes();
    assertEquals(TRAINING_OF_1000, train.length);
    assertEquals(FIRST_OF_1000, train[0]);
    for (int i = 1; i < train.length; i++) {
      long before = RandomKey.mix(train[i - 1] + 77 + 0x9E3779B97F4A7C15L);
      long after = RandomKey.mix(train[i] + 77 + 0x9E3779B97F4A7C15L);
      assertTrue(Long.compareUnsigned(before, after) < 0);
    }
  }

  @Test
  void unknownSizesNameTheNearest() {
    var thrown = assertThrows(IllegalArgumentException.class, () -> AnchorGraph.named("smal"));
    assertEquals(
        "unknown anchor graph 'smal'; did you mean 'small'? Known: papers, products, small",
        thrown.getMessage());
  }
}
