package dev.atoll.app.plan.draw;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.plan.kernel.DrawnWork;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.TieredRows;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Batches drawn in place of a GPU equal those of the host, and their cost on a GPU is counted. */
class CountingGpuTest {
  private static final Device GPU = new Device(Device.Kind.CUDA, 0);

  private static CountingGpu gpu(long memoryBytes) {
    return new CountingGpu(CpuBackend.open(1), GPU, DType.F32, memoryBytes);
  }

  private static Adjacency adjacency(CsrGraph graph) {
    return new Adjacency(
        graph.nodeCount(),
        graph.rows().edgeCount(),
        graph.rows().rowStarts(),
        graph.rows().neighbors(),
        null,
        null);
  }

  @Test
  void batchesAreThoseOfTheHost() throws IOException {
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        CountingGpu gpu = gpu(1L << 30);
        DeviceGraph sampling = gpu.sampling(adjacency(cora.graph()));
        DeviceSampler sampler = sampling.newSampler();
        var host = new FusedSampler(LocalNeighbors.of(cora.graph()), Fanouts.of(5, 3));
        SampledBatch batch = SampledBatch.ofLayers(2);
        Arena arena = Arena.ofConfined()) {
      long[] seeds = LongStream.range(100, 140).toArray();
      RandomKey key = RandomKey.ofSeed(7);
      host.sample(seeds, key, batch);
      sampler.begin(seeds, 0, seeds.length);
      sampler.hop(5, key.child(0).bits());
      sampler.hop(3, key.child(1).bits());
      assertEquals(batch.nodeCount(), sampler.nodeCount());
      MemorySegment nodes = arena.allocate(JAVA_INT, batch.nodeCount());
      sampler.copyNodes(nodes);
      assertEquals(-1, nodes.mismatch(batch.nodes().asSlice(0, nodes.byteSize())));
      long edges = batch.block(0).edgeCount() + batch.block(1).edgeCount();
      DrawnWork drawn = gpu.takeDrawn();
      assertEquals(2, drawn.hops());
      assertEquals((double) edges, drawn.edges());
      assertTrue(drawn.emulationSeconds() > 0);
      assertFalse(gpu.takeDrawn().isAny());
    }
  }

  @Test
  void memoryOfGraphAndRowsIsTaken() throws IOException {
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        CountingGpu gpu = gpu(1L << 30);
        CountingGpu small = gpu(10_000);
        Arena arena = Arena.ofConfined()) {
      Adjacency graph = adjacency(cora.graph());
      long bytes = (graph.nodes() + 1L) * Long.BYTES + graph.edges() * Integer.BYTES;
      DeviceGraph fits = gpu.sampling(graph);
      assertFalse(fits.readsHost());
      assertEquals(bytes, fits.heldBytes());
      assertEquals(bytes, gpu.deviceBytes());
      DeviceGraph beside = small.sampling(graph);
      assertTrue(beside.readsHost());
      assertEquals(bytes, small.pinnedBytes());
      int stride = Matrix.strideFor(20);
      long rowBytes = (long) stride * Float.BYTES;
      MemorySegment data = arena.allocate(graph.nodes() * rowBytes, Long.BYTES);
      var host = new Matrix(Device.CPU, graph.nodes(), 20, stride, DType.F32, data);
      int[] near = IntStream.range(0, 100).toArray();
      TieredRows rows = fits.rows(host, near, IntStream.range(100, 400).toArray());
      assertEquals(100 * rowBytes + 4L * graph.nodes(), rows.heldBytes());
      assertEquals(300 * rowBytes, gpu.pinnedBytes());
      assertEquals(graph.nodes() - 400, rows.rows(RowTier.PAGEABLE));
      DeviceSampler sampler = fits.newSampler();
      sampler.begin(new long[] {1, 2, 200, 3, 2000, 2001}, 0, 6);
      sampler.gather(rows);
      assertEquals(3, sampler.rowsRead(RowTier.DEVICE));
      DrawnWork drawn = gpu.takeDrawn();
      assertEquals(20 * Float.BYTES, drawn.busBytes());
      assertEquals(2 * 20 * Float.BYTES, drawn.stagedBytes());
    }
  }

  @Test
  void speedsAreMeasuredAndKept() {
    try (CountingGpu gpu = gpu(1L << 30)) {
      SamplingSpeed speed = SamplingTrial.of(gpu, 4000);
      assertEquals(Optional.of(speed), SamplingSpeed.read(speed.json()));
      assertEquals(Optional.empty(), SamplingSpeed.read(Map.of("hopSeconds", 1.0)));
      var work = new DrawnWork(10, 1e6, 1e9, 1e8, 0);
      assertEquals(10 * speed.hopSeconds(), speed.waitingSeconds(work));
      assertTrue(speed.readSeconds(work) < speed.busySeconds(work), speed.toString());
    }
  }
}
