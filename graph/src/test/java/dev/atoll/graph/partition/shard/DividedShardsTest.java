package dev.atoll.graph.partition.shard;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.order.Ordering;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DividedShardsTest {
  private static final int NODES = 50;
  private static final int TRAINERS = 3;

  private final Arena memory = Arena.ofShared();
  private final CsrGraph graph = weighted(Graphs.random(NODES, 400, new SplittableRandom(3)));
  private final PartitionBook parts = PartitionBook.ofFirstNodes(List.of(0L, 23L, 24L, 50L));

  @AfterEach
  void close() {
    memory.close();
  }

  private CsrGraph weighted(CsrGraph plain) {
    MemorySegment weights = memory.allocate(JAVA_FLOAT, plain.edgeCount());
    for (long e = 0; e < plain.edgeCount(); e++) {
      weights.setAtIndex(JAVA_FLOAT, e, e + 0.5f);
    }
    return plain.withWeights(weights);
  }

  @ParameterizedTest
  @EnumSource(Topology.class)
  void everyTrainerHasTheRowsOfItsNodes(Topology topology) throws IOException {
    ShardSource divided = DividedShards.of(new Whole(topology), TRAINERS);
    PartitionBook book = divided.book();
    assertEquals(parts.parts() * TRAINERS, book.parts());
    for (int worker = 0; worker < book.parts(); worker++) {
      int part = worker / TRAINERS;
      assertEquals(
          parts.first(part) + (long) parts.coreCount(part) * (worker % TRAINERS) / TRAINERS,
          book.first(worker));
      Shard shard = divided.shard(worker, memory);
      TreeSet<Integer> others = new TreeSet<>();
      for (int v = book.first(worker); v < book.first(worker) + book.coreCount(worker); v++) {
        assertEquals(row(graph.rows(), v), row(shard.rows(), v));
        row(graph.rows(), v).forEach(edge -> others.add(edge.source()));
      }
      others.removeIf(source -> book.owner(source) == part(divided, shard));
      List<Integer> halo = new ArrayList<>();
      for (int i = 0; i < shard.haloCount(); i++) {
        halo.add(shard.haloNode(i));
      }
      assertEquals(List.copyOf(others), halo);
      if (topology == Topology.PARTITIONED) {
        assertEquals(0, shard.rows().rowStart(0));
        assertEquals(book.coreCount(worker), shard.rows().rowCount());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Topology.class)
  void theCoreGraphKeepsWeights(Topology topology) throws IOException {
    ShardSource divided = DividedShards.of(new Whole(topology), TRAINERS);
    Shard shard = divided.shard(1, memory);
    CsrGraph core = shard.coreGraph(memory);
    int first = divided.book().first(1);
    for (int v = 0; v < core.nodeCount(); v++) {
      List<Edge> expected =
          row(graph.rows(), first + v).stream()
              .filter(edge -> edge.source() >= first && edge.source() < first + core.nodeCount())
              .map(edge -> new Edge(edge.source() - first, edge.weight()))
              .toList();
      assertEquals(expected, row(core.rows(), v));
    }
  }

  @ParameterizedTest
  @EnumSource(Topology.class)
  void partsOfOneTrainerAreTheShardsThemselves(Topology topology) {
    ShardSource whole = new Whole(topology);
    assertSame(whole, DividedShards.of(whole, 1));
  }

  private static int part(ShardSource source, Shard shard) {
    return shard.coreCount() == 0 ? -1 : source.book().owner(source.book().first(shard.part()));
  }

  private record Edge(int source, float weight) {}

  private static List<Edge> row(RowSlice rows, int node) {
    List<Edge> row = new ArrayList<>();
    int at = node - rows.firstRow();
    for (long e = rows.rowStart(at); e < rows.rowStart(at + 1L); e++) {
      row.add(new Edge(rows.source(e), rows.weight(e)));
    }
    return row;
  }

  /** The shards of the graph as a folder would give them. */
  private final class Whole implements ShardSource {
    private final Topology topology;

    Whole(Topology topology) {
      this.topology = topology;
    }

    @Override
    public PartitionBook book() {
      return parts;
    }

    @Override
    public Topology topology() {
      return topology;
    }

    @Override
    public Shard shard(int part, Arena arena) {
      return new Shard(
          part,
          parts,
          topology == Topology.REPLICATED ? graph.rows() : slice(part, arena),
          arena.allocate(JAVA_INT, 0));
    }

    private RowSlice slice(int part, Arena arena) {
      int first = parts.first(part);
      int count = parts.coreCount(part);
      long base = graph.rowStart(first);
      MemorySegment starts = arena.allocate(JAVA_LONG, count + 1L);
      for (int i = 0; i <= count; i++) {
        starts.setAtIndex(JAVA_LONG, i, graph.rowStart(first + i) - base);
      }
      return new RowSlice(
              first, count, NODES, starts, graph.neighbors().asSlice(base * Integer.BYTES))
          .withWeights(graph.weights().orElseThrow().asSlice(base * Float.BYTES));
    }

    @Override
    public boolean isComplete() {
      return true;
    }

    @Override
    public NodeNumbering numbering(Arena arena) {
      return NodeNumbering.identity(NODES);
    }

    @Override
    public Ordering ordering() {
      return Ordering.identity(NODES);
    }

    @Override
    public String digest() {
      return "whole";
    }
  }
}
