package dev.atoll.graph.sample;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.csr.GraphOperations;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.sample.draw.WeightTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalNeighborsTest {
  private static final RandomKey KEY = RandomKey.ofSeed(17);
  private static final Arena ARENA = Arena.ofAuto();

  @Test
  void renumberedNodesDrawTheSameNeighbors() {
    CsrGraph graph = Graphs.random(400, 6000, new SplittableRandom(1));
    Renumbered renumbered = new Renumbered(graph, 3);
    long[] seeds = {5, 17, 399, 0};
    long[] newSeeds = new long[seeds.length];
    for (int i = 0; i < seeds.length; i++) {
      newSeeds[i] = renumbered.order.newOf((int) seeds[i]);
    }
    Fanouts fanouts = Fanouts.of(6, 4, 3);
    try (var sampler = new FusedSampler(LocalNeighbors.of(graph), fanouts);
        var other = new FusedSampler(renumbered.replicated(), fanouts);
        var batch = SampledBatch.ofLayers(3);
        var otherBatch = SampledBatch.ofLayers(3)) {
      sampler.sample(seeds, KEY, batch);
      other.sample(newSeeds, KEY, otherBatch);
      assertEquals(
          Blocks.ints(batch.nodes()),
          Blocks.ints(otherBatch.nodes()).stream().map(renumbered.order::oldOf).toList());
      for (int layer = 0; layer < 3; layer++) {
        assertArrayEquals(
            batch.block(layer).column().toArray(JAVA_INT),
            otherBatch.block(layer).column().toArray(JAVA_INT));
      }
    }
  }

  @Test
  void ownersPickWhatTheWholeGraphPicks() {
    Renumbered renumbered = new Renumbered(Graphs.random(300, 4000, new SplittableRandom(2)), 4);
    for (int part = 0; part < 4; part++) {
      int first = renumbered.book.first(part);
      int count = renumbered.book.coreCount(part);
      MemorySegment core =
          ARENA.allocateFrom(JAVA_INT, IntStream.range(first, first + count).toArray());
      try (var whole = new NeighborPicks();
          var own = new NeighborPicks()) {
        renumbered.replicated().pick(core, count, 5, KEY, whole);
        renumbered.partitioned(part).pick(core, count, 5, KEY, own);
        assertArrayEquals(whole.rowStart().toArray(JAVA_LONG), own.rowStart().toArray(JAVA_LONG));
        assertEquals(Blocks.ints(whole.neighbors()), Blocks.ints(own.neighbors()));
      }
    }
  }

  @Test
  void nodesWithoutARowAreRefused() {
    Renumbered renumbered = new Renumbered(Graphs.grid(6, 6), 2);
    MemorySegment node = ARENA.allocateFrom(JAVA_INT, new int[] {0});
    try (var picked = new NeighborPicks()) {
      var thrown =
          assertThrows(
              IndexOutOfBoundsException.class,
              () -> renumbered.partitioned(1).pick(node, 1, 5, KEY, picked));
      assertEquals(
          "node 0 has no row here; rows are of nodes %d to 35".formatted(renumbered.book.first(1)),
          thrown.getMessage());
    }
  }

  @Test
  void joinedRowsAreDrawnUniformlyAlone() {
    Renumbered renumbered = new Renumbered(Graphs.grid(6, 6), 2);
    var all = new Shard(0, renumbered.book, renumbered.graph.rows(), MemorySegment.NULL);
    var joined = LocalNeighbors.joined(List.of(all), renumbered.numbering);
    var thrown =
        assertThrows(
            IllegalStateException.class, () -> joined.favouring(new java.util.BitSet(), () -> 2));
    assertEquals(
        "rows joined from several shards are drawn from uniformly; another draw needs the rows of"
            + " one shard or graph",
        thrown.getMessage());
  }

  @Test
  void closedMemoryIsRefusedAtEveryCall() {
    Arena memory = Arena.ofShared();
    var graph =
        new CsrGraph(
            2, memory.allocateFrom(JAVA_LONG, 0, 1, 2), memory.allocateFrom(JAVA_INT, 1, 0));
    LocalNeighbors source = LocalNeighbors.of(graph);
    MemorySegment nodes = ARENA.allocateFrom(JAVA_INT, 0, 1);
    try (var picked = new NeighborPicks()) {
      source.pick(nodes, 2, 1, KEY, picked);
      memory.close();
      var e =
          assertThrows(IllegalStateException.class, () -> source.pick(nodes, 2, 1, KEY, picked));
      assertEquals(
          "the memory of the row starts is closed; sample while the dataset or shard is open",
          e.getMessage());
      MemorySegment degrees = ARENA.allocate(JAVA_INT, 2);
      assertThrows(IllegalStateException.class, () -> source.degrees(nodes, 2, degrees));
    }
  }

  @Test
  void closedWeightsAreRefusedAtEveryCall() {
    Arena memory = Arena.ofShared();
    CsrGraph graph = Graphs.random(20, 100, new SplittableRandom(3));
    MemorySegment weights = memory.allocate(JAVA_FLOAT, graph.edgeCount());
    for (long i = 0; i < graph.edgeCount(); i++) {
      weights.setAtIndex(JAVA_FLOAT, i, (float) (i + 1));
    }
    LocalNeighbors source =
        LocalNeighbors.of(graph).withWeights(WeightTable.of(graph.rows(), weights, ARENA, 1));
    MemorySegment nodes = ARENA.allocateFrom(JAVA_INT, 0, 1);
    try (var picked = new NeighborPicks()) {
      source.pick(nodes, 2, 1, KEY, picked);
      memory.close();
      assertThrows(IllegalStateException.class, () -> source.pick(nodes, 2, 1, KEY, picked));
    }
  }

  @Test
  void heapMemoryIsRefused() {
    var graph =
        new CsrGraph(
            1, MemorySegment.ofArray(new long[] {0, 0}), MemorySegment.ofArray(new int[0]));
    assertThrows(IllegalArgumentException.class, () -> LocalNeighbors.of(graph));
  }

  /** A graph cut into parts, its nodes renumbered so that parts are contiguous. */
  private static final class Renumbered {
    private final CsrGraph graph;
    private final Ordering order;
    private final PartitionBook book;
    private final NodeNumbering numbering;

    Renumbered(CsrGraph original, int parts) {
      Partitioning cut = new RandomPartitioner().partition(original, PartitionGoal.of(parts));
      book = PartitionBook.of(cut);
      order = PartitionBook.ordering(cut);
      numbering = NodeNumbering.of(ARENA.allocateFrom(JAVA_INT, order.toArray()));
      graph = new GraphOperations(Storage.in(ARENA), 1).relabelled(original, order);
    }

    LocalNeighbors replicated() {
      return LocalNeighbors.of(new Shard(0, book, graph.rows(), MemorySegment.NULL), numbering);
    }

    LocalNeighbors partitioned(int part) {
      int first = book.first(part);
      int rows = book.coreCount(part);
      long edge = graph.rowStart(first);
      MemorySegment starts = ARENA.allocate(JAVA_LONG, rows + 1L);
      for (int i = 0; i <= rows; i++) {
        starts.setAtIndex(JAVA_LONG, i, graph.rowStart(first + i) - edge);
      }
      var own =
          new RowSlice(
              first,
              rows,
              graph.nodeCount(),
              starts,
              graph.neighbors().asSlice(edge * Integer.BYTES));
      return LocalNeighbors.of(new Shard(part, book, own, MemorySegment.NULL), numbering);
    }
  }
}
