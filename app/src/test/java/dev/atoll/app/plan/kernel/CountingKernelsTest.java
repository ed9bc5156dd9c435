package dev.atoll.app.plan.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.plan.kernel.Work.Reach;
import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class CountingKernelsTest {
  @Test
  void productsAndLinksAreCountedAndNothingIsComputed() {
    try (var cpu = CpuBackend.open(1);
        Workspace memory = cpu.newWorkspace()) {
      Matrix x = memory.matrix(100, 64);
      Matrix weights = memory.matrix(64, 64);
      Matrix out = memory.matrix(100, 64);
      cpu.kernels().fill(3, out);
      var counting = CountingBackend.ofHost(cpu, KernelProbe.none());
      counting.kernels().gemm(false, x, false, weights, 0, out);
      Csr links =
          Csr.pattern(100, 100, 500, memory.buffer(DType.I64, 101), memory.buffer(DType.I32, 500));
      counting.kernels().spmm(links, x, 0, out);
      WorkCounts tally = counting.tally();
      long moved = 4 * (100 * 64 + 64 * 64 + 100 * 64);
      assertEquals(Math.max(2.0 * 100 * 64 * 64, 8.0 * moved), tally.of(Work.PRODUCTS, Reach.NEAR));
      assertEquals(4.0 * 64 * (500 + 100), tally.of(Work.EDGE_SUMS, Reach.NEAR));
      assertEquals(2, tally.calls());
      assertEquals(3, out.data().get(ValueLayout.JAVA_FLOAT, 0));
    }
  }

  @Test
  void attentionReadsARowPerEdgeInEitherPass() {
    try (var cpu = CpuBackend.open(1);
        Workspace memory = cpu.newWorkspace()) {
      var counting = CountingBackend.ofDevice(cpu, new Device(Device.Kind.CUDA, 0));
      assertTrue(counting.fusesAttention());
      assertFalse(CountingBackend.ofHost(cpu, KernelProbe.none()).fusesAttention());
      Csr links =
          Csr.pattern(100, 100, 500, memory.buffer(DType.I64, 101), memory.buffer(DType.I32, 500));
      Matrix x = memory.matrix(100, 64);
      Matrix perNode = memory.matrix(100, 4);
      var edges = new SparseMatrix(links, links, memory.buffer(DType.I32, 500));
      var scores = new AttentionScores(edges, perNode, perNode, Dropout.NONE, perNode);
      counting.kernels().attention(scores, x, x);
      assertEquals(
          4.0 * 64 * (500 + 100), counting.tally().of(Work.WEIGHTED_EDGE_SUMS, Reach.NEAR));
      var gradients = new AttentionGradients(memory.matrix(500, 4), perNode, perNode, 0, x);
      counting.tally().take();
      counting.kernels().attentionBackward(scores, x, x, gradients);
      assertEquals(
          4.0 * 64 * (500 + 200) + 4 * 4.0 * 500 * 4,
          counting.tally().of(Work.WEIGHTED_EDGE_SUMS, Reach.NEAR));
    }
  }

  @Test
  void numbersThatDecideAreOneAndCopiesAreCounted() {
    try (var cpu = CpuBackend.open(1);
        Workspace memory = cpu.newWorkspace();
        Arena host = Arena.ofConfined()) {
      var counting = CountingBackend.ofDevice(cpu, new Device(Device.Kind.CUDA, 0));
      Matrix sum = memory.matrix(1, 1);
      counting.kernels().sumOfSquares(memory.matrix(5, 5), sum);
      MemorySegment cell = host.allocate(ValueLayout.JAVA_FLOAT);
      counting.download(sum, cell);
      assertEquals(1, cell.get(ValueLayout.JAVA_FLOAT, 0));
      counting.download(memory.matrix(10, 10), host.allocate(400, 4));
      assertEquals(404, counting.tally().of(Work.COPIES, Reach.NEAR));
    }
  }

  @Test
  void callsOfAnUnknownShapeAreDoneUntilTheirTimeIsKnown() {
    try (var cpu = CpuBackend.open(1);
        Workspace memory = cpu.newWorkspace()) {
      var times = new KernelTimes();
      var probe = new KernelProbe(times, new ShapedCall.Crew(1, 1));
      var counting = CountingBackend.ofHost(cpu, probe);
      Matrix out = memory.matrix(100, 64);
      cpu.kernels().fill(3, out);
      counting.kernels().fill(5, out);
      assertEquals(3, out.data().get(ValueLayout.JAVA_FLOAT, 0));
      probe.open();
      counting.kernels().fill(5, out);
      assertEquals(5, out.data().get(ValueLayout.JAVA_FLOAT, 0));
      for (int i = 0; i < 300; i++) {
        counting.kernels().fill(6, out);
      }
      assertTrue(probe.done() <= 256, "done " + probe.done());
      counting.kernels().fill(7, out);
      assertEquals(6, out.data().get(ValueLayout.JAVA_FLOAT, 0));
      assertEquals(303, counting.tally().calls());
      double price = new KernelPrice(SpeedTest.even(1e-9), times).seconds(counting.tally(), 1);
      assertTrue(price > 0 && price < 60, "the measured time counts, not the speed: " + price);
    }
  }

  @Test
  void copiesWithinTheHostAreMadeOnceEpochsBegin() {
    try (var cpu = CpuBackend.open(1);
        Workspace memory = cpu.newWorkspace();
        Arena host = Arena.ofConfined()) {
      var counting = CountingBackend.ofHost(cpu, KernelProbe.none());
      Matrix x = memory.matrix(2, 16);
      cpu.kernels().fill(3, x);
      MemorySegment packed = host.allocate(2 * 16 * 4, 4);
      counting.upload(packed, x);
      assertEquals(3, x.data().get(ValueLayout.JAVA_FLOAT, 0));
      counting.beginEpochs();
      counting.upload(packed, x);
      assertEquals(0, x.data().get(ValueLayout.JAVA_FLOAT, 0));
      assertEquals(0, counting.tally().of(Work.COPIES, Reach.NEAR));
    }
  }
}
