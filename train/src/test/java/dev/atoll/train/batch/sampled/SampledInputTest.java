package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.sampled.SampledInput.Gradients;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.loop.SmallWorld;
import dev.atoll.train.placement.BatchStore;
import dev.atoll.train.schedule.SamplingDag;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.FeatureRead;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.RowSink;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An input by itself: no loss, no training. */
class SampledInputTest {
  private final CsrGraph graph = SmallWorld.of(false).graph();
  private final Backend cpu = CpuBackend.open(1);

  @AfterEach
  void close() {
    cpu.close();
  }

  /** A row is the node's number, and the value that columns give what they leave out. */
  private static final class Numbers implements FeatureStore {
    @Override
    public int width() {
      return 2;
    }

    @Override
    public void gather(FeatureRead read, Runnable meanwhile) {
      Matrix into = ((RowSink.Dense) read.into()).matrix();
      for (int i = 0; i < read.count(); i++) {
        into.data().set(JAVA_FLOAT, i * into.rowBytes(), read.node(i));
        into.data()
            .set(
                JAVA_FLOAT,
                i * into.rowBytes() + Float.BYTES,
                read.columns() == Columns.ALL ? 0 : 1);
      }
    }
  }

  private SampledInput input(int widthBeside) {
    var work =
        new InputWork(
            () -> new FusedSampler(LocalNeighbors.of(graph).withThreads(1), Fanouts.of(3, 2)),
            () -> BatchStore.of(new Numbers()),
            step -> step % 2 == 0 ? Columns.ALL : Columns.of(0),
            false,
            NodeNumbering.identity(graph.nodeCount()),
            Set.of(EdgeNorm.MEAN),
            _ -> 0);
    return new SampledInput(
        work, cpu, widthBeside, rowsOf -> work.branch(work.sampler().get(), rowsOf, 0));
  }

  private static List<DeviceBlock> make(SampledInput input, long step, Gradients gradients) {
    input.begin(step);
    RandomKey key = RandomKey.ofSeed(5).child(step);
    var dag =
        SamplingDag.<Branch>compose()
            .seeds("seeds", branch -> branch.begin(new long[] {7, 3, 11}, key));
    int layers = input.sampled().layers();
    List<String> ends = Branch.compose(dag, branch -> branch, "", layers, false, "seeds");
    dag.join("join", _ -> {}, ends)
        .build()
        .stages()
        .forEach(stage -> stage.body().accept(input.branch()));
    return input.toDevice(gradients, UnaryOperator.identity());
  }

  @Test
  void rowsAndBlocksBelongToTheSameNodesInEveryStep() {
    try (SampledInput input = input(0)) {
      for (int step = 0; step < 3; step++) {
        List<DeviceBlock> blocks = make(input, step, Gradients.NONE);
        SampledBatch sampled = input.sampled();
        int nodes = sampled.nodeCount();
        assertEquals(3, blocks.getLast().targetCount());
        assertEquals(blocks.getLast().sourceCount(), blocks.getFirst().targetCount());
        assertEquals(nodes, blocks.getFirst().sourceCount());
        assertArrayEquals(new long[] {7, 3, 11}, input.ids(3));
        try (var memory = cpu.newWorkspace()) {
          Matrix rows = input.input(Tape.inference(cpu, memory)).value();
          for (int i = 0; i < nodes; i++) {
            int node = sampled.nodes().getAtIndex(JAVA_INT, i);
            assertEquals(node, rows.data().get(JAVA_FLOAT, i * rows.rowBytes()));
            assertEquals(step % 2, rows.data().get(JAVA_FLOAT, i * rows.rowBytes() + Float.BYTES));
          }
        }
      }
    }
  }

  @Test
  void blocksCarryBackTheGradientsThatAreWanted() {
    try (SampledInput input = input(0)) {
      assertEquals(List.of(false, false), backward(make(input, 0, Gradients.NONE)));
      assertEquals(List.of(false, true), backward(make(input, 0, Gradients.LAYERS)));
      assertEquals(List.of(true, true), backward(make(input, 0, Gradients.FIRST_BLOCK)));
      assertEquals(List.of(true, true), backward(make(input, 0, Gradients.INPUT_ROWS)));
    }
  }

  private static List<Boolean> backward(List<DeviceBlock> blocks) {
    return blocks.stream().map(block -> !((SampledEdges.OnDevice) block).forwardOnly()).toList();
  }

  @Test
  void columnsBesideTheFeaturesAreLeftToTheCaller() {
    try (SampledInput input = input(3)) {
      make(input, 0, Gradients.INPUT_ROWS);
      Matrix beside = input.beside();
      assertEquals(3, beside.cols());
      assertEquals(input.sampled().nodeCount(), beside.rows());
      IntStream.range(0, beside.rows())
          .forEach(row -> beside.data().set(JAVA_FLOAT, row * beside.rowBytes(), -row));
      input.upload();
      assertEquals(3, input.gradientsBeside().cols());
      assertEquals(-1, input.beside().data().get(JAVA_FLOAT, input.beside().rowBytes()));
    }
  }
}
