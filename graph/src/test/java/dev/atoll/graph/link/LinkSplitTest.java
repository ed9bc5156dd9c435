package dev.atoll.graph.link;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkSplitTest {
  private static final int NODES = 30;

  private final Arena memory = Arena.ofShared();

  @AfterEach
  void close() {
    memory.close();
  }

  @Test
  void everyEdgeIsALinkOnce() {
    Dataset circle = ring();
    Links links = split(0.2, 0.3, 1).of(circle).links().orElseThrow();
    assertEquals(NODES, links.count());
    assertEquals(6, links.count(Split.VALIDATION));
    assertEquals(9, links.count(Split.TEST));
    assertEquals(15, links.count(Split.TRAIN));
    Set<Integer> seen = new HashSet<>();
    for (int link = 0; link < links.count(); link++) {
      int low = Math.min(links.head(link), links.tail(link));
      int high = Math.max(links.head(link), links.tail(link));
      assertTrue(high - low == 1 || high - low == NODES - 1);
      assertTrue(seen.add(low * NODES + high));
    }
  }

  @Test
  void messagesTravelOnTrainingLinksAlone() {
    Dataset split = split(0.2, 0.3, 1).of(ring());
    Links links = split.links().orElseThrow();
    assertEquals(2L * links.count(Split.TRAIN), split.graph().edgeCount());
    for (long link : links.withRole(Split.TRAIN)) {
      assertTrue(reads(split.graph(), links.head(link), links.tail(link)));
      assertTrue(reads(split.graph(), links.tail(link), links.head(link)));
    }
    for (long link : links.withRole(Split.TEST)) {
      assertFalse(reads(split.graph(), links.head(link), links.tail(link)));
    }
  }

  @Test
  void trainingLinksKeepTheWeightsOfTheirEdges() {
    CsrGraph training = split(0.2, 0.3, 1).of(dataset(weightedRing())).graph();
    for (int v = 0; v < NODES; v++) {
      for (long e = training.rowStart(v); e < training.rowStart(v + 1L); e++) {
        assertEquals(weight(v, training.source(e)), training.rows().weight(e));
      }
    }
  }

  @Test
  void linksThatAreNoEdgesLeaveTheGraphWithoutWeights() {
    MemorySegment heads = memory.allocateFrom(JAVA_INT, 0, 0);
    MemorySegment tails = memory.allocateFrom(JAVA_INT, 1, 9);
    MemorySegment roles = memory.allocate(2);
    roles.fill((byte) Split.TRAIN);
    Links published = Links.all(2, heads, tails, Optional.empty(), 1, roles, true);
    CsrGraph ring = weightedRing();
    CsrGraph training = split(0, 0, 1).of(dataset(ring).with(published)).graph();
    assertTrue(training.weights().isEmpty());
    assertTrue(reads(training, 0, 9) && reads(training, 1, 0));
    assertEquals(4, training.edgeCount());
  }

  private CsrGraph weightedRing() {
    CsrGraph graph = ring().graph();
    MemorySegment weights = memory.allocate(JAVA_FLOAT, graph.edgeCount());
    for (int v = 0; v < NODES; v++) {
      for (long e = graph.rowStart(v); e < graph.rowStart(v + 1L); e++) {
        weights.setAtIndex(JAVA_FLOAT, e, weight(v, graph.source(e)));
      }
    }
    return graph.withWeights(weights);
  }

  private static float weight(int a, int b) {
    return Math.min(a, b) + Math.max(a, b) / 64f;
  }

  @Test
  void theKeyDecides() {
    assertEquals(roles(1), roles(1));
    assertNotEquals(roles(1), roles(2));
  }

  private String roles(long seed) {
    Links links = split(0.2, 0.3, seed).of(ring()).links().orElseThrow();
    StringBuilder roles = new StringBuilder();
    for (int link = 0; link < links.count(); link++) {
      roles.append(links.role(link)).append(links.head(link)).append(' ');
    }
    return roles.toString();
  }

  @Test
  void sharesThatLeaveNothingAreRefused() {
    var e = assertThrows(IllegalArgumentException.class, () -> split(0.5, 0.5, 0));
    assertTrue(e.getMessage().contains("link.validation=0.5"), e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> split(-0.1, 0.5, 0));
    Dataset ring = ring();
    var none = assertThrows(BadDataException.class, () -> split(0, 0.999, 0).of(ring));
    assertTrue(none.getMessage().contains("none of its 30 links"), none.getMessage());
  }

  @Test
  void knownLinksCountInBothDirections() {
    Links links = split(0.2, 0.3, 1).of(ring()).links().orElseThrow();
    KnownLinks all = KnownLinks.of(links, NODES, _ -> true);
    KnownLinks train = KnownLinks.of(links, NODES, role -> role == Split.TRAIN);
    for (int link = 0; link < links.count(); link++) {
      boolean trains = links.role(link) == Split.TRAIN;
      assertTrue(all.contains(links.head(link), 0, links.tail(link)));
      assertTrue(all.contains(links.tail(link), 0, links.head(link)));
      assertEquals(trains, train.contains(links.tail(link), 0, links.head(link)));
    }
    assertEquals(2, all.count(7));
    var tails = new HashSet<Integer>();
    all.forEachTail(7, 0, tails::add);
    assertEquals(Set.of(6, 8), tails);
  }

  @Test
  void aRelationHasItsOwnWayBack() {
    MemorySegment heads = memory.allocateFrom(JAVA_INT, 0, 0, 0, 1);
    MemorySegment tails = memory.allocateFrom(JAVA_INT, 1, 2, 1, 2);
    MemorySegment relations = memory.allocateFrom(JAVA_INT, 0, 1, 0, 1);
    MemorySegment roles = memory.allocate(4);
    var links = Links.all(4, heads, tails, Optional.of(relations), 2, roles, false);
    KnownLinks known = KnownLinks.of(links, 3, _ -> true);
    assertTrue(known.contains(0, 0, 1));
    assertFalse(known.contains(0, 0, 2));
    assertTrue(known.contains(1, 2, 0));
    assertTrue(known.contains(2, 3, 0));
    assertTrue(known.contains(2, 3, 1));
    assertEquals(2, known.count(0), "a link that is given twice is known once");
  }

  @Test
  void negativesAreNoLinks() {
    Links links = split(0.2, 0.3, 1).of(ring()).links().orElseThrow();
    KnownLinks known = KnownLinks.of(links, NODES, _ -> true);
    int[] drawn = new int[500];
    for (Negatives.Kind kind : Negatives.Kind.values()) {
      var negatives = Negatives.of(kind, Negatives.candidates(links, NODES), known);
      negatives.draw(known, 7, 0, RandomKey.ofSeed(3), drawn);
      var different = new HashSet<Integer>();
      for (int tail : drawn) {
        assertTrue(tail != 7 && tail != 6 && tail != 8);
        different.add(tail);
      }
      assertEquals(NODES - 3, different.size(), "every other node comes up");
    }
  }

  @Test
  void degreesWeighNegatives() {
    var negatives = Negatives.byDegree(new int[] {0, 1}, star()::inDegree);
    int hubs = 0;
    int draws = 20_000;
    for (int i = 0; i < draws; i++) {
      hubs += negatives.draw(RandomKey.ofSeed(5), i) == 0 ? 1 : 0;
    }
    double expected = Math.pow(NODES - 1, 0.75) / (Math.pow(NODES - 1, 0.75) + 1);
    assertEquals(expected, (double) hubs / draws, 0.01);
  }

  @Test
  void aCompleteGraphHasNoNegatives() {
    MemorySegment heads = memory.allocateFrom(JAVA_INT, 0, 0, 1);
    MemorySegment tails = memory.allocateFrom(JAVA_INT, 1, 2, 2);
    var links = Links.all(3, heads, tails, Optional.empty(), 1, memory.allocate(3), true);
    KnownLinks known = KnownLinks.of(links, 3, _ -> true);
    var negatives = Negatives.of(Negatives.Kind.UNIFORM, Negatives.candidates(links, 3), known);
    var e =
        assertThrows(
            BadDataException.class,
            () -> negatives.draw(known, 0, 0, RandomKey.ofSeed(0), new int[1]));
    assertTrue(e.getMessage().contains("node 0 is linked to all 3 candidates"), e.getMessage());
  }

  @Test
  void candidatesOfOneWayLinksAreTheirTails() {
    MemorySegment heads = memory.allocateFrom(JAVA_INT, 0, 1);
    MemorySegment tails = memory.allocateFrom(JAVA_INT, 4, 2);
    var links = Links.all(2, heads, tails, Optional.empty(), 1, memory.allocate(2), false);
    assertEquals("[2, 4]", Arrays.toString(Negatives.candidates(links, 6)));
  }

  private static LinkSplit split(double validation, double test, long seed) {
    return new LinkSplit(validation, test, RandomKey.ofSeed(seed));
  }

  private static boolean reads(CsrGraph graph, long target, long source) {
    for (long e = 0; e < graph.inDegree(target); e++) {
      if (graph.inNeighbor(target, e) == source) {
        return true;
      }
    }
    return false;
  }

  private Dataset ring() {
    MemorySegment starts = memory.allocate(JAVA_LONG, NODES + 1L);
    MemorySegment neighbors = memory.allocate(JAVA_INT, 2L * NODES);
    for (int v = 0; v < NODES; v++) {
      starts.setAtIndex(JAVA_LONG, v + 1L, 2L * v + 2);
      neighbors.setAtIndex(JAVA_INT, 2L * v, (v + NODES - 1) % NODES);
      neighbors.setAtIndex(JAVA_INT, 2L * v + 1, (v + 1) % NODES);
    }
    return dataset(new CsrGraph(NODES, starts, neighbors));
  }

  /** Node 0 reads all others, they read it. */
  private CsrGraph star() {
    MemorySegment starts = memory.allocate(JAVA_LONG, NODES + 1L);
    MemorySegment neighbors = memory.allocate(JAVA_INT, 2L * NODES);
    for (int v = 1; v < NODES; v++) {
      neighbors.setAtIndex(JAVA_INT, v - 1L, v);
      starts.setAtIndex(JAVA_LONG, v, NODES - 2L + v);
    }
    starts.setAtIndex(JAVA_LONG, NODES, 2L * NODES - 2);
    return new CsrGraph(NODES, starts, neighbors);
  }

  private Dataset dataset(CsrGraph graph) {
    return Dataset.of("ring", graph, memory);
  }
}
