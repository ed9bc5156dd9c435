package dev.atoll.train.batch.full;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.CsrOptions.SelfLoops;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.order.HopOrder;
import dev.atoll.graph.order.Ordering;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.FeatureScaling;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that blocks of only the needed rows give the results of the whole graph. */
class FullGraphBatchesTest {
  private static final int NODES = 60;
  private static final int WIDTH = 9;
  private static final int CLASSES = 4;
  private static final int LAYERS = 3;
  private static final RandomKey KEY = RandomKey.ofSeed(5);

  private final Arena arena = Arena.ofAuto();
  private final CsrGraph graph = graph();
  private final float[] elements = elements();

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIGHT", "NONE"})
  void prefixesOfRowsAgreeWithTheWholeGraph(Kind kind) {
    float[][] few = outputs(kind, new long[] {3, 17, 41}, dense(), Pass.INFERENCE);
    float[][] all = outputs(kind, LongStream.range(0, NODES).toArray(), dense(), Pass.INFERENCE);
    for (int node : new int[] {3, 17, 41}) {
      assertClose(all[node], few[node]);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIGHT", "NONE"})
  void dropoutDoesNotDependOnTheOrderOfRows(Kind kind) {
    float[][] few = outputs(kind, new long[] {3, 17, 41}, dense(), Pass.training(KEY));
    float[][] all =
        outputs(kind, LongStream.range(0, NODES).toArray(), dense(), Pass.training(KEY));
    for (int node : new int[] {3, 17, 41}) {
      assertClose(all[node], few[node]);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIGHT", "NONE"})
  void sparseRowsGiveWhatTheSameDenseRowsGive(Kind kind) {
    long[] seeds = {3, 17, 41};
    float[][] dense = outputs(kind, seeds, dense(), Pass.INFERENCE);
    float[][] sparse = outputs(kind, seeds, sparse(), Pass.INFERENCE);
    for (int node : new int[] {3, 17, 41}) {
      assertClose(dense[node], sparse[node]);
    }
  }

  @Test
  void withoutWeightsTheMeanOverTheRoundsComesOut() {
    float[][] found =
        outputs(Kind.LIGHT, LongStream.range(0, NODES).toArray(), dense(), Pass.INFERENCE);
    double[] round = IntStream.range(0, NODES * WIDTH).mapToDouble(i -> elements[i]).toArray();
    double[] sum = round.clone();
    for (int i = 0; i < LAYERS; i++) {
      round = summed(round);
      for (int cell = 0; cell < sum.length; cell++) {
        sum[cell] += round[cell];
      }
    }
    for (int cell = 0; cell < sum.length; cell++) {
      assertEquals(sum[cell] / (LAYERS + 1), found[cell / WIDTH][cell % WIDTH], 1e-5);
    }
  }

  /** {@code D^−½(A+I)D^−½·X}. */
  private double[] summed(double[] x) {
    double[] out = new double[x.length];
    for (int v = 0; v < NODES; v++) {
      long degree = graph.inDegree(v);
      for (long i = -1; i < degree; i++) {
        int u = i < 0 ? v : graph.inNeighbor(v, i);
        double weight = 1 / Math.sqrt((degree + 1.0) * (graph.inDegree(u) + 1.0));
        for (int c = 0; c < WIDTH; c++) {
          out[v * WIDTH + c] += weight * x[u * WIDTH + c];
        }
      }
    }
    return out;
  }

  /** The outputs of the training batch, by node; null for nodes that are not seeds. */
  private float[][] outputs(Kind kind, long[] seeds, Features features, Pass pass) {
    var spec =
        new ModelSpec(kind.layers(4, 2, 0.3f), LAYERS, 16, 0.3f, 0.2f, true, true, false, false);
    try (var cpu = CpuBackend.open(2);
        var memory = new DeviceMemory(cpu);
        Workspace workspace = cpu.newWorkspace()) {
      Model model = Model.create(spec, WIDTH, CLASSES, new ParameterFactory(memory, KEY));
      var order = HopOrder.of(graph, seeds, LAYERS, Ordering.identity(NODES), 2);
      var batches =
          new FullGraphBatches(
              memory,
              graph,
              graph,
              new FeatureRows(features, FeatureScaling.NONE),
              order,
              Optional.of(labels(cpu)),
              LAYERS,
              model.norms(),
              2);
      var tape = Tape.recording(cpu.kernels(), workspace);
      Var out = model.forward(tape, batches.batch(0, 0), pass);
      assertEquals(seeds.length, out.rows());
      float[] packed = new float[out.rows() * out.cols()];
      cpu.download(out.value(), MemorySegment.ofArray(packed));
      float[][] byNode = new float[NODES][];
      for (int row = 0; row < out.rows(); row++) {
        byNode[(int) batches.ids()[row]] =
            Arrays.copyOfRange(packed, row * out.cols(), (row + 1) * out.cols());
      }
      return byNode;
    }
  }

  private BatchLoss.Source labels(CpuBackend cpu) {
    var classes = new Labels.Single(NODES, CLASSES, arena.allocate(JAVA_INT, NODES));
    return new BatchLoss.Source(classes, cpu);
  }

  private static void assertClose(float[] expected, float[] actual) {
    for (int c = 0; c < CLASSES; c++) {
      assertEquals(expected[c], actual[c], 1e-4 * Math.max(1, Math.abs(expected[c])));
    }
  }

  private CsrGraph graph() {
    var random = new SplittableRandom(1);
    int[] ends = random.ints(2 * 80, 0, NODES).toArray();
    var edges =
        new EdgeSource() {
          @Override
          public long nodeCount() {
            return NODES;
          }

          @Override
          public int chunkCount() {
            return 1;
          }

          @Override
          public void forEach(int chunk, EdgeSink sink) {
            for (int i = 0; i < ends.length; i += 2) {
              sink.accept(ends[i], ends[i + 1]);
            }
          }
        };
    CsrOptions options = CsrOptions.AS_GIVEN.symmetrized().deduplicated().with(SelfLoops.DROP);
    return new CsrBuilder(options).build(edges, Storage.in(Arena.ofAuto()));
  }

  /** Elements of which one in twenty is not zero, so that sparse rows stay sparse. */
  private static float[] elements() {
    var random = new SplittableRandom(2);
    float[] elements = new float[NODES * WIDTH];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = random.nextInt(20) == 0 ? 0.5f + (float) random.nextDouble() : 0;
    }
    return elements;
  }

  private Features dense() {
    return new Features.Dense(
        NODES, WIDTH, Features.Element.F32, arena.allocateFrom(JAVA_FLOAT, elements));
  }

  private Features sparse() {
    MemorySegment start = arena.allocate(JAVA_LONG, NODES + 1L);
    MemorySegment column = arena.allocate(JAVA_INT, elements.length);
    MemorySegment value = arena.allocate(JAVA_FLOAT, elements.length);
    int at = 0;
    for (int i = 0; i < elements.length; i++) {
      if (elements[i] != 0) {
        column.setAtIndex(JAVA_INT, at, i % WIDTH);
        value.setAtIndex(JAVA_FLOAT, at++, elements[i]);
      }
      start.setAtIndex(JAVA_LONG, i / WIDTH + 1L, at);
    }
    return new Features.Sparse(NODES, WIDTH, start, column, value);
  }
}
