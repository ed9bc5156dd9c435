package dev.atoll.graph.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.sample.cluster.ClusterSampler;
import dev.atoll.graph.sample.layerwise.FastGcnDraw;
import dev.atoll.graph.sample.layerwise.FastGcnImportance;
import dev.atoll.graph.sample.layerwise.FastGcnSampler;
import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.graph.sample.layerwise.LayerwiseSampler;
import dev.atoll.graph.sample.locality.LocalityAwareSampler;
import dev.atoll.graph.sample.saint.SaintNorm;
import dev.atoll.graph.sample.saint.SaintSampler;
import dev.atoll.graph.sample.saint.SaintSubgraphs;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samplers and batches report their memory outside of the heap, and release it. */
class SamplerMemoryTest {
  private static final int NODES = 400;
  private static final CsrGraph GRAPH = Graphs.random(NODES, 3000, new SplittableRandom(8));
  private static final LocalNeighbors SOURCE = LocalNeighbors.of(GRAPH).withThreads(1);
  private static final RandomKey KEY = RandomKey.ofSeed(19);
  private static final int LAYERS = 2;

  /** Bytes of a map that threads share: a long for each of 64 chunks. */
  private static final long SHARED_TABLE_BYTES = 64 * Long.BYTES;

  /**
   * A kind of sampler.
   *
   * @param tableBytes of tables on the heap that it counts too
   */
  private record Kind(String name, long tableBytes, Supplier<Sampler> open) {
    Kind(String name, Supplier<Sampler> open) {
      this(name, 0, open);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    Fanouts fanouts = Fanouts.of(5, 4);
    var parts = new Partitioning(3, IntStream.range(0, NODES).map(v -> v % 3).toArray());
    LayerSizes sizes = LayerSizes.of(60, 60);
    var importance = FastGcnImportance.of(GRAPH, 1);
    SaintSubgraphs walks = SaintSubgraphs.ofWalks(GRAPH, 100, 2);
    SaintNorm norm = SaintNorm.of(GRAPH, walks, 5, KEY);
    List<BitSet> favoured = List.of(new BitSet(), new BitSet());
    int[] everyNode = IntStream.range(0, NODES).toArray();
    return Stream.of(
        new Kind("fused", () -> new FusedSampler(SOURCE, fanouts)),
        new Kind("unfused", SHARED_TABLE_BYTES, () -> new UnfusedSampler(SOURCE, fanouts, 1)),
        new Kind(
            "unfused on two threads",
            SHARED_TABLE_BYTES,
            () -> new UnfusedSampler(SOURCE, fanouts, 2)),
        new Kind("locality", () -> new LocalityAwareSampler(SOURCE, fanouts, favoured)),
        new Kind("cluster", () -> new ClusterSampler(SOURCE, parts, LAYERS)),
        new Kind("ladies", () -> LayerwiseSampler.ladies(SOURCE, sizes)),
        new Kind("fastgcn", () -> LayerwiseSampler.fastGcn(SOURCE, sizes, importance)),
        new Kind(
            "fastgcn as published",
            () -> new FastGcnSampler(SOURCE, sizes, FastGcnDraw.of(GRAPH, importance))),
        new Kind("saint", () -> new SaintSampler(GRAPH, norm, _ -> everyNode, LAYERS)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatIsHeldIsSaidAndGivenBack(Kind kind) {
    Sampler sampler = kind.open.get();
    var batch = SampledBatch.withSourceDegrees(LAYERS);
    assertHeld(kind, sampler, batch);
    for (int step = 0; step < 3; step++) {
      sampler.step(step);
      sampler.sample(LongStream.range(0, 20L << step).toArray(), KEY.child(step), batch);
      assertHeld(kind, sampler, batch);
    }
    assertTrue(batch.heldBytes() > batch.edgeCount() * Integer.BYTES, "a batch holds its edges");
    OwnMemory ofSampler = OwnMemory.of(sampler);
    OwnMemory ofBatch = OwnMemory.of(batch, sampler);
    sampler.close();
    assertEquals(0, ofSampler.open());
    assertTrue(ofBatch.open() > 0);
    batch.close();
    assertEquals(0, ofBatch.open());
  }

  private static void assertHeld(Kind kind, Sampler sampler, SampledBatch batch) {
    assertEquals(OwnMemory.of(sampler).bytes() + kind.tableBytes, sampler.heldBytes());
    assertEquals(OwnMemory.of(batch, sampler).bytes(), batch.heldBytes());
  }
}
