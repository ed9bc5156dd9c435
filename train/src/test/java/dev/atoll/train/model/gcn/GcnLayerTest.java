package dev.atoll.train.model.gcn;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.Neighborhood;
import dev.atoll.train.batch.sampled.SampledEdges;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcnLayerTest {
  private static final RandomKey KEY = RandomKey.ofSeed(1);

  /**
   * Nodes 0 – 1 – 2 with features 1, 2 and 4, and W = 1. The rows of Ã = (D+I)^−1(A+I) are ½·(1 1
   * 0), ⅓·(1 1 1) and ½·(0 1 1): Ã·X is 3/2, 7/3 and 3, and diag(Ã)·X is 1/2, 2/3 and 2. The
   * gradient of W under a loss that is the sum of the outputs is that sum.
   */
  @ParameterizedTest
  @CsvSource({"1, 2, 3, 5", "0.5, 1.75, 2.6666667, 4", "2, 2.5, 3.6666667, 7"})
  void diagonalEnhancementByHand(float lambda, float first, float second, float third) {
    CsrGraph graph = Graphs.edges(3, 0, 1, 1, 2);
    try (var cpu = CpuBackend.open(1);
        var memory = new DeviceMemory(cpu);
        Workspace workspace = cpu.newWorkspace();
        var sampler = new FusedSampler(LocalNeighbors.of(graph), Fanouts.of(Fanouts.ALL));
        var batch = SampledBatch.ofLayers(1)) {
      GcnLayer layer = GcnLayer.create(new ParameterFactory(memory, KEY), lambda, 1, 1);
      cpu.kernels().fill(1, layer.weight().value());
      long[] nodes = {0, 1, 2};
      sampler.sample(nodes, KEY, batch);
      DeviceBlock block =
          new SampledEdges(memory)
              .upload(
                  Neighborhood.of(batch.block(0)),
                  Set.of(layer.norm()),
                  true,
                  new int[] {2, 3, 2},
                  nodes);
      Matrix features = memory.matrix(3, 1);
      cpu.upload(MemorySegment.ofArray(new float[] {1, 2, 4}), features);
      Tape tape = Tape.recording(cpu.kernels(), workspace);
      Var out = layer.forward(block, tape.constant(features), Pass.INFERENCE);
      float[] rows = new float[3];
      cpu.download(out.value(), MemorySegment.ofArray(rows));
      assertArrayEquals(new float[] {first, second, third}, rows, 1e-6f);
      Matrix ones = workspace.matrix(3, 1);
      cpu.kernels().fill(1, ones);
      tape.backward(out, ones);
      assertEquals(first + second + third, layer.weight().grad().data().get(JAVA_FLOAT, 0), 1e-5f);
    }
  }
}
