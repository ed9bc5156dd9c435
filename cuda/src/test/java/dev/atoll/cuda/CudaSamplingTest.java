package dev.atoll.cuda;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.TieredRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the GPU draws, numbers and weighs edges like the host, bit for bit. */
final class CudaSamplingTest {
  private final Arena arena = Arena.ofShared();
  private CudaBackend gpu;

  @BeforeEach
  void open() {
    gpu = Gpus.open();
  }

  @AfterEach
  void close() {
    if (gpu != null) {
      gpu.close();
    }
    arena.close();
  }

  /** A graph with hubs of many in- and out-edges, isolated nodes, loops and repeated edges. */
  private CsrGraph graph(int nodes, int seed) {
    var random = new Random(seed);
    long[] start = new long[nodes + 1];
    var columns = IntStream.builder();
    for (int v = 0; v < nodes; v++) {
      int degree = degree(v, nodes, random);
      for (int i = 0; i < degree; i++) {
        int kind = random.nextInt(20);
        columns.add(kind == 0 ? v : kind < 5 ? 5 % nodes : random.nextInt(nodes));
      }
      start[v + 1] = start[v] + degree;
    }
    return new CsrGraph(
        nodes,
        arena.allocateFrom(JAVA_LONG, start),
        arena.allocateFrom(JAVA_INT, columns.build().toArray()));
  }

  private static int degree(int v, int nodes, Random random) {
    if (v % 7 == 3) {
      return 0;
    }
    return v % 97 == 1 ? nodes / 2 : 1 + random.nextInt(v % 3 == 0 ? 120 : 12);
  }

  private static Adjacency adjacency(CsrGraph graph, MemorySegment degrees) {
    return new Adjacency(
        graph.nodeCount(),
        graph.rows().edgeCount(),
        graph.rows().rowStarts(),
        graph.rows().neighbors(),
        null,
        degrees);
  }

  private static long[] seeds(int nodes, int count, Random random) {
    int[] all = IntStream.range(0, nodes).toArray();
    for (int i = 0; i < count; i++) {
      int j = i + random.nextInt(nodes - i);
      int kept = all[i];
      all[i] = all[j];
      all[j] = kept;
    }
    return Arrays.stream(all, 0, count).asLongStream().toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "3000; 15,10,5; 64",
        "3000; 3,-1; 40",
        "3000; 40,100; 100",
        "3000; 5,0,7; 10",
        "3000; 32; 3000",
        "3000; 33; 1",
        "60000; 15,10,5; 1024",
        "60000; 10,25; 4000",
        "12; 2,2,2; 12"
      })
  void batchesAreTheHosts(int nodes, String fanouts, int batch) {
    CsrGraph graph = graph(nodes, batch);
    try (DeviceGraph sampling = gpu.sampling(adjacency(graph, null))) {
      assertFalse(sampling.readsHost());
      assertBatches(sampling, graph, nodes, fanouts, batch);
    }
  }

  @Test
  void aGraphThatDoesNotFitIsReadFromTheHost() {
    CsrGraph graph = graph(3000, 4);
    try (DeviceGraph sampling = gpu.sampling(adjacency(graph, null), 0)) {
      assertTrue(sampling.readsHost());
      assertBatches(sampling, graph, 3000, "15,10,5", 64);
    }
  }

  private void assertBatches(
      DeviceGraph sampling, CsrGraph graph, int nodes, String fanouts, int batch) {
    var layers = new Fanouts(Arrays.stream(fanouts.split(",")).map(Integer::valueOf).toList());
    try (DeviceSampler sampler = sampling.newSampler();
        var host = new FusedSampler(LocalNeighbors.of(graph), layers);
        var drawn = SampledBatch.ofLayers(layers.layers())) {
      var random = new Random(nodes);
      for (int round = 0; round < 3; round++) {
        long[] seeds = seeds(nodes, batch, random);
        RandomKey key = RandomKey.ofSeed(round);
        host.sample(seeds, key, drawn);
        sampler.begin(seeds, 0, seeds.length);
        for (int layer = 0; layer < layers.layers(); layer++) {
          sampler.hop(layers.at(layer), key.child(layer).bits());
        }
        sampler.finish();
        assertArrayEquals(
            ints(drawn.nodes(), drawn.nodeCount()), ints(sampler.nodes(), sampler.nodeCount()));
        MemorySegment copied = arena.allocate(JAVA_INT, sampler.nodeCount());
        sampler.copyNodes(copied);
        assertEquals(-1, copied.mismatch(drawn.nodes()));
        for (int layer = 0; layer < layers.layers(); layer++) {
          assertSame(drawn.block(layer), sampler.drawn(layer));
        }
        sampler.release();
      }
    }
  }

  private void assertSame(SampledBlock host, Csr device) {
    assertEquals(host.targetCount(), device.rows());
    assertEquals(host.sourceCount(), device.cols());
    assertEquals(host.edgeCount(), device.nonZeros());
    assertArrayEquals(
        longs(host.rowStart(), host.targetCount() + 1L),
        longs(device.rowStart(), host.targetCount() + 1L));
    assertArrayEquals(
        ints(host.column(), host.edgeCount()), ints(device.column(), host.edgeCount()));
  }

  @Test
  void edgesAreWeighedAndTransposed() {
    CsrGraph graph = graph(5000, 3);
    int[] degrees = new int[5000];
    Arrays.setAll(degrees, v -> (int) graph.inDegree(v) + 1);
    int[] names = IntStream.range(0, 5000).map(v -> 4999 - v).toArray();
    var adjacency =
        new Adjacency(
            5000,
            graph.rows().edgeCount(),
            graph.rows().rowStarts(),
            graph.rows().neighbors(),
            MemorySegment.ofArray(names),
            MemorySegment.ofArray(degrees));
    try (DeviceGraph sampling = gpu.sampling(adjacency);
        DeviceSampler sampler = sampling.newSampler()) {
      sampler.begin(seeds(5000, 300, new Random(1)), 0, 300);
      sampler.hop(7, 11);
      sampler.hop(4, 12);
      int[] nodes = ints(sampler.nodes(), sampler.nodeCount());
      long[] ids = longs(sampler.ids(), nodes.length);
      Buffer degree = sampler.degrees();
      for (int i = 0; i < nodes.length; i++) {
        assertEquals(names[nodes[i]], ids[i]);
      }
      Csr drawn = sampler.drawn(1);
      Csr self = sampler.edges().withSelf(drawn);
      Csr weighed =
          self.withWeight(sampler.edges().neighborWeights(self, degree))
              .withScales(
                  sampler.edges().degreeScale(degree, self.rows(), false),
                  sampler.edges().degreeScale(degree, self.cols(), true));
      Buffer edgeIds = sampler.edges().edgeIds(self, sampler.ids());
      Buffer mean = sampler.edges().meanScale(drawn);
      SparseMatrix both = sampler.edges().withTranspose(weighed, true);
      SparseMatrix column = sampler.edges().onePerRow(drawn.cols());
      sampler.finish();
      assertWeighed(drawn, weighed, mean, edgeIds, nodes, degrees, ids);
      assertTransposed(both);
      assertArrayEquals(
          IntStream.range(0, drawn.cols()).toArray(), ints(column.edgeOf(), drawn.cols()));
      assertArrayEquals(new int[drawn.cols()], ints(column.byRow().column(), drawn.cols()));
      assertArrayEquals(new long[] {0, drawn.cols()}, longs(column.byColumn().rowStart(), 2));
    }
  }

  private void assertWeighed(
      Csr drawn, Csr weighed, Buffer mean, Buffer edgeIds, int[] nodes, int[] degrees, long[] ids) {
    long[] from = longs(drawn.rowStart(), drawn.rows() + 1L);
    int[] picks = ints(drawn.column(), drawn.nonZeros());
    long[] starts = longs(weighed.rowStart(), weighed.rows() + 1L);
    int[] column = ints(weighed.column(), weighed.nonZeros());
    float[] weight = floats(weighed.weight(), weighed.nonZeros());
    float[] rowScale = floats(weighed.rowScale(), weighed.rows());
    float[] columnScale = floats(weighed.columnScale(), weighed.cols());
    float[] means = floats(mean, drawn.rows());
    long[] names = longs(edgeIds, weighed.nonZeros());
    int at = 0;
    for (int v = 0; v < drawn.rows(); v++) {
      assertEquals(at, starts[v]);
      int row = v;
      int[] others =
          Arrays.stream(picks, (int) from[v], (int) from[v + 1]).filter(u -> u != row).toArray();
      long count = from[v + 1] - from[v];
      assertEquals(count == 0 ? 0 : 1f / count, means[v]);
      int degree = degrees[nodes[v]];
      assertEquals(1f / degree, rowScale[v]);
      assertEquals(v, column[at]);
      assertEquals(1, weight[at]);
      assertEquals(RandomKey.childBits(ids[v], ids[v]), names[at++]);
      for (int other : others) {
        assertEquals(other, column[at]);
        assertEquals((degree - 1f) / others.length, weight[at]);
        assertEquals(RandomKey.childBits(ids[v], ids[other]), names[at++]);
      }
    }
    assertEquals(at, weighed.nonZeros());
    for (int u = 0; u < weighed.cols(); u++) {
      assertEquals((float) (1 / Math.sqrt((double) degrees[nodes[u]])), columnScale[u]);
    }
  }

  private void assertTransposed(SparseMatrix both) {
    Csr rows = both.byRow();
    long[] from = longs(rows.rowStart(), rows.rows() + 1L);
    int[] column = ints(rows.column(), rows.nonZeros());
    float[] weight = floats(rows.weight(), rows.nonZeros());
    long[] starts = longs(both.byColumn().rowStart(), rows.cols() + 1L);
    int[] targets = ints(both.byColumn().column(), rows.nonZeros());
    float[] transposed = floats(both.byColumn().weight(), rows.nonZeros());
    int[] edgeOf = ints(both.edgeOf(), rows.nonZeros());
    int[] next = Arrays.stream(starts).mapToInt(i -> (int) i).toArray();
    for (int v = 0; v < rows.rows(); v++) {
      for (int e = (int) from[v]; e < from[v + 1]; e++) {
        int place = next[column[e]]++;
        assertEquals(v, targets[place]);
        assertEquals(e, edgeOf[place]);
        assertEquals(weight[e], transposed[place]);
      }
    }
    for (int u = 0; u < rows.cols(); u++) {
      assertEquals(starts[u + 1], next[u]);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1, -1",
    "100, 0.25, -1",
    "33, 0.5, -1",
    "3, 0, -1",
    "100, 0.25, 0.25",
    "33, 0.25, 0.5",
    "3, 0, 0",
    "100, 0.5, 0"
  })
  void rowsComeFromAllTiers(int width, double share, double pinnedShare) {
    CsrGraph graph = graph(2000, 8);
    Matrix host = rows(2000, width);
    int[] near = IntStream.range(0, (int) (2000 * share)).map(i -> 1999 - i).toArray();
    int first = 2000 - near.length - (int) (2000 * Math.max(0, pinnedShare));
    int[] pinned = IntStream.range(first, 2000 - near.length).toArray();
    try (DeviceGraph sampling = gpu.sampling(adjacency(graph, null));
        TieredRows rows =
            sampling.rows(host, share == 1 ? null : near, pinnedShare < 0 ? null : pinned);
        DeviceSampler sampler = sampling.newSampler()) {
      assertEquals(near.length, rows.rows(RowTier.DEVICE));
      assertEquals(pinnedShare < 0 ? 2000 - near.length : pinned.length, rows.rows(RowTier.PINNED));
      sampler.begin(seeds(2000, 900, new Random(1)), 0, 900);
      sampler.hop(6, 4);
      Matrix found = sampler.gather(rows);
      sampler.finish();
      int[] nodes = ints(sampler.nodes(), sampler.nodeCount());
      MemorySegment packed = arena.allocate(JAVA_FLOAT, (long) nodes.length * width);
      gpu.download(found, packed);
      for (int i = 0; i < nodes.length; i++) {
        for (int c = 0; c < width; c++) {
          assertEquals(nodes[i] * 1000f + c, packed.getAtIndex(JAVA_FLOAT, (long) i * width + c));
        }
      }
      long far = Arrays.stream(nodes).filter(node -> node < 2000 - near.length).count();
      long pageable =
          pinnedShare < 0 ? 0 : Arrays.stream(nodes).filter(node -> node < first).count();
      assertEquals(nodes.length - far, sampler.rowsRead(RowTier.DEVICE));
      assertEquals(far - pageable, sampler.rowsRead(RowTier.PINNED));
      assertEquals(pageable, sampler.rowsRead(RowTier.PAGEABLE));
      for (RowTier tier : RowTier.values()) {
        double seconds = sampler.secondsRead(tier);
        assertTrue(sampler.rowsRead(tier) == 0 || seconds > 0, tier + " " + seconds);
        assertTrue(Double.isFinite(seconds), tier + " " + seconds);
      }
    }
  }

  /** Pinned chunks are of the widest rows so far. */
  @Test
  void oneSamplerReadsRowsOfSeveralWidths() {
    int[] none = {};
    try (DeviceGraph sampling = gpu.sampling(adjacency(graph(2000, 5), null));
        TieredRows narrow = sampling.rows(rows(2000, 8), none, none);
        TieredRows wide = sampling.rows(rows(2000, 200), none, none);
        DeviceSampler sampler = sampling.newSampler()) {
      sampler.begin(seeds(2000, 900, new Random(1)), 0, 900);
      sampler.hop(6, 4);
      for (TieredRows rows : List.of(narrow, wide, narrow)) {
        Matrix found = sampler.gather(rows);
        sampler.finish();
        int[] nodes = ints(sampler.nodes(), sampler.nodeCount());
        assertEquals(nodes.length, sampler.rowsRead(RowTier.PAGEABLE));
        int width = rows.width();
        MemorySegment packed = arena.allocate(JAVA_FLOAT, (long) nodes.length * width);
        gpu.download(found, packed);
        for (int i = 0; i < nodes.length * width; i++) {
          assertEquals(nodes[i / width] * 1000f + i % width, packed.getAtIndex(JAVA_FLOAT, i));
        }
      }
    }
  }

  private Matrix rows(int count, int width) {
    int stride = Matrix.strideFor(width);
    MemorySegment data = arena.allocate((long) count * stride * Float.BYTES, 64);
    for (int r = 0; r < count; r++) {
      for (int c = 0; c < width; c++) {
        data.setAtIndex(JAVA_FLOAT, (long) r * stride + c, r * 1000f + c);
      }
    }
    return new Matrix(Device.CPU, count, width, stride, DType.F32, data);
  }

  @Test
  void badSeedsAreNamed() {
    try (DeviceGraph sampling = gpu.sampling(adjacency(graph(20, 1), null));
        DeviceSampler sampler = sampling.newSampler()) {
      assertThrows(IllegalArgumentException.class, () -> sampler.begin(new long[] {3, 4, 3}, 0, 3));
      assertThrows(IllegalArgumentException.class, () -> sampler.begin(new long[] {20}, 0, 1));
      sampler.begin(new long[] {}, 0, 0);
      sampler.hop(3, 1);
      assertEquals(0, sampler.nodeCount());
      sampler.begin(new long[] {3}, 0, 1);
      assertEquals(1, sampler.nodeCount());
    }
  }

  private static int[] ints(MemorySegment elements, long count) {
    int[] found = new int[(int) count];
    for (int i = 0; i < count; i++) {
      found[i] = elements.get(JAVA_INT_UNALIGNED, (long) i * Integer.BYTES);
    }
    return found;
  }

  private static long[] longs(MemorySegment elements, long count) {
    long[] found = new long[(int) count];
    for (int i = 0; i < count; i++) {
      found[i] = elements.get(JAVA_LONG_UNALIGNED, (long) i * Long.BYTES);
    }
    return found;
  }

  private MemorySegment downloaded(Buffer buffer, long count) {
    MemorySegment host = arena.allocate(count * buffer.type().bytes(), Long.BYTES);
    gpu.download(buffer.view(0, count), host);
    return host;
  }

  private int[] ints(Buffer buffer, long count) {
    return ints(downloaded(buffer, count), count);
  }

  private long[] longs(Buffer buffer, long count) {
    return longs(downloaded(buffer, count), count);
  }

  private float[] floats(Buffer buffer, long count) {
    float[] found = new float[(int) count];
    MemorySegment.copy(downloaded(buffer, count), JAVA_FLOAT, 0, found, 0, found.length);
    return found;
  }
}
