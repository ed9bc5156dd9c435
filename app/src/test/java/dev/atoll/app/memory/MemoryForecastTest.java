package dev.atoll.app.memory;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MemoryForecastTest {
  private static final long GIB = 1L << 30;

  /** Every node has an edge from the next one, and back again if wanted. */
  private static CsrGraph ring(int nodes, boolean bothWays) {
    int degree = bothWays ? 2 : 1;
    long[] starts = LongStream.rangeClosed(0, nodes).map(v -> v * degree).toArray();
    int[] neighbors =
        IntStream.range(0, nodes * degree)
            .map(e -> Math.floorMod(e / degree + (e % degree == 0 ? 1 : -1), nodes))
            .toArray();
    return new CsrGraph(nodes, MemorySegment.ofArray(starts), MemorySegment.ofArray(neighbors));
  }

  private static long bytes(String partitioner, CsrGraph graph, int parts) {
    var named = Policies.named(Partitioner.class, partitioner).make(Values.defaults());
    return MemoryForecast.of(named, graph, PartitionGoal.of(parts)).bytes();
  }

  @Test
  void moreOfAnythingNeedsMore() {
    CsrGraph graph = ring(1000, true);
    assertTrue(bytes("multilevel", graph, 4) > bytes("stream", graph, 4));
    assertTrue(bytes("multilevel", ring(9000, true), 4) > bytes("multilevel", graph, 4));
    assertTrue(bytes("stream", ring(1000, false), 4) > bytes("stream", graph, 4), "two copies");
    assertEquals(bytes("random", ring(1000, false), 4), bytes("random", graph, 4));
  }

  @Test
  void gainsAreBoundedByParts() {
    CsrGraph graph = ring(1000, true);
    assertTrue(bytes("multilevel", graph, 2) < bytes("multilevel", graph, 4));
    assertEquals(bytes("multilevel", graph, 4), bytes("multilevel", graph, 400));
  }

  @Test
  void whatDoesNotFitIsSaidWithWhatHelps() {
    assertDoesNotThrow(new MemoryForecast(GIB, GIB, 2 * GIB, 3 * GIB)::require);
    var heap = new MemoryForecast(3 * GIB, GIB, 2 * GIB, 9 * GIB);
    assertTrue(thrown(heap).contains("-Xmx4g"), thrown(heap));
    var machine = new MemoryForecast(GIB, 7 * GIB, 2 * GIB, 4 * GIB);
    assertTrue(thrown(machine).contains("needs about 8.00 GiB"), thrown(machine));
    assertTrue(thrown(machine).contains("--partitioner stream"), thrown(machine));
  }

  private static String thrown(MemoryForecast forecast) {
    return assertThrows(IllegalStateException.class, forecast::require).getMessage();
  }
}
