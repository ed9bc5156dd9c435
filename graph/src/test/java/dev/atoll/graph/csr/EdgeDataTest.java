package dev.atoll.graph.csr;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.order.Ordering;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class EdgeDataTest {
  private record Edge(int source, int target, float weight) {
    Edge reversed() {
      return new Edge(target, source, weight);
    }

    boolean joins(long from, long to) {
      return source == from && target == to;
    }
  }

  private record Edges(long nodeCount, int chunkCount, List<Edge> list)
      implements NumberedEdgeSource {
    static Edges random(RandomGenerator random) {
      int nodes = random.nextInt(1, 15);
      List<Edge> list = new ArrayList<>();
      for (int i = random.nextInt(100); i > 0; i--) {
        list.add(new Edge(random.nextInt(nodes), random.nextInt(nodes), random.nextInt(6) / 2f));
      }
      return new Edges(nodes, random.nextInt(1, 6), list);
    }

    @Override
    public long numberBound() {
      return list.size();
    }

    @Override
    public void forEachNumbered(int chunk, NumberedEdgeSink sink) {
      int to = (chunk + 1) * list.size() / chunkCount;
      for (int i = chunk * list.size() / chunkCount; i < to; i++) {
        sink.accept(list.get(i).source(), list.get(i).target(), i);
      }
    }

    CsrGraph graph(CsrOptions options, int threads) {
      MemorySegment weights = Arena.ofAuto().allocate(JAVA_FLOAT, Math.max(1, list.size()));
      for (int i = 0; i < list.size(); i++) {
        weights.setAtIndex(JAVA_FLOAT, i, list.get(i).weight());
      }
      return new CsrBuilder(options, threads)
          .build(this, EdgeData.ofWeights(weights), Storage.in(Arena.ofAuto()));
    }
  }

  @Test
  void equalEdgesAreOneOfTheLargestWeight() {
    CsrOptions options =
        CsrOptions.AS_GIVEN.symmetrized().deduplicated().with(CsrOptions.SelfLoops.DROP);
    Randomly.tries(
        100,
        random -> {
          Edges edges = Edges.random(random);
          forEachEdge(
              edges.graph(options, random.nextInt(1, 4)),
              (source, target, weight) ->
                  assertEquals(
                      edges.list().stream()
                          .filter(e -> e.joins(source, target) || e.joins(target, source))
                          .map(Edge::weight)
                          .max(Float::compare)
                          .orElseThrow(),
                      weight));
        });
  }

  @Test
  void repeatedEdgesKeepTheirWeightsInAscendingOrder() {
    for (CsrOptions options : List.of(CsrOptions.AS_GIVEN, CsrOptions.AS_GIVEN.symmetrized())) {
      Randomly.tries(
          100,
          random -> {
            Edges edges = Edges.random(random);
            List<Edge> expected = new ArrayList<>(edges.list());
            if (options.symmetrize()) {
              edges.list().stream()
                  .filter(e -> e.source() != e.target())
                  .map(Edge::reversed)
                  .forEach(expected::add);
            }
            List<Edge> found = new ArrayList<>();
            forEachEdge(
                edges.graph(options, random.nextInt(1, 4)),
                (source, target, weight) ->
                    found.add(new Edge((int) source, (int) target, weight)));
            expected.sort(
                Comparator.comparingInt(Edge::target)
                    .thenComparingInt(Edge::source)
                    .thenComparing(Edge::weight));
            assertEquals(expected, found);
          });
    }
  }

  @Test
  void theOrderOfEdgesDoesNotMatter() {
    Randomly.tries(
        50,
        random -> {
          Edges edges = Edges.random(random);
          var shuffled = new ArrayList<>(edges.list());
          Collections.shuffle(shuffled, Random.from(random));
          Edges others = new Edges(edges.nodeCount(), 3, shuffled);
          assertEquals(
              -1,
              weights(edges.graph(CsrOptions.AS_GIVEN, 1))
                  .mismatch(weights(others.graph(CsrOptions.AS_GIVEN, 3))));
        });
  }

  @Test
  void renumberedAndSymmetricGraphsKeepWeights() {
    Randomly.tries(
        100,
        random -> {
          Edges edges = Edges.random(random);
          CsrGraph graph = edges.graph(CsrOptions.AS_GIVEN.deduplicated(), 1);
          var operations = new GraphOperations(Storage.in(Arena.ofAuto()), 2);
          List<Integer> nodes = new ArrayList<>();
          for (int v = 0; v < graph.nodeCount(); v++) {
            nodes.add(v);
          }
          Collections.shuffle(nodes, Random.from(random));
          Ordering order = Ordering.ofNewToOld(nodes.stream().mapToInt(v -> v).toArray());
          forEachEdge(
              operations.relabelled(graph, order),
              (source, target, weight) ->
                  assertEquals(
                      weight(graph, order.oldOf((int) source), order.oldOf((int) target)), weight));
          forEachEdge(
              operations.symmetrized(graph),
              (source, target, weight) ->
                  assertEquals(
                      Math.max(weight(graph, source, target), weight(graph, target, source)),
                      weight));
        });
  }

  @Test
  void noColumnIsForgotten() throws ReflectiveOperationException {
    var memory = Storage.in(Arena.ofAuto());
    EdgeData data = EdgeData.ofWeights(Arena.ofAuto().allocateFrom(JAVA_FLOAT, 3, 1, 2));
    EdgeData gathered = data.unfilled(4, memory);
    data.slice(1, 2).gather(new long[] {1, EdgeData.ADDED, 0}, 3, gathered, 1);
    for (RecordComponent column : EdgeData.class.getRecordComponents()) {
      var empty = (Optional<?>) column.getAccessor().invoke(EdgeData.NONE);
      assertTrue(empty.isEmpty(), column.getName());
      var made = (Optional<?>) column.getAccessor().invoke(gathered);
      assertTrue(made.isPresent(), column.getName());
    }
    assertArrayEquals(
        new float[] {0, 2, 1, 1}, gathered.weights().orElseThrow().toArray(JAVA_FLOAT));
  }

  @Test
  void ranksAscendWithWeights() {
    float[] ascending = {Float.NEGATIVE_INFINITY, -2, -1e-30f, 0, 1e-30f, 1, 2, 3e38f};
    EdgeData data = EdgeData.ofWeights(Arena.ofAuto().allocateFrom(JAVA_FLOAT, ascending));
    for (int i = 1; i < ascending.length; i++) {
      assertTrue(data.rank(i - 1) < data.rank(i));
    }
    assertEquals(EdgeData.NONE.rank(0), EdgeData.NONE.rank(9));
  }

  private static float weight(CsrGraph graph, long source, long target) {
    float[] found = {-1};
    forEachEdge(
        graph, (from, to, weight) -> found[0] = from == source && to == target ? weight : found[0]);
    return found[0];
  }

  @FunctionalInterface
  private interface WeightTaker {
    void take(long source, long target, float weight);
  }

  private static void forEachEdge(CsrGraph graph, WeightTaker taker) {
    var edges = new GraphEdges(graph);
    for (int chunk = 0; chunk < edges.chunkCount(); chunk++) {
      edges.forEachNumbered(
          chunk, (source, target, edge) -> taker.take(source, target, graph.data().weight(edge)));
    }
  }

  private static MemorySegment weights(CsrGraph graph) {
    return graph.weights().orElseThrow().asSlice(0, graph.edgeCount() * Float.BYTES);
  }
}
