package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.formats.shard.ShardWriter;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.loop.SmallWorld;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.sage.SageLayer;
import dev.atoll.train.sampling.columns.ColumnShare.Scope;
import dev.atoll.train.store.FeatureRead;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.RowSink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Masks on an explanation graph. */
class ExplainerTest {
  private static final int WIDTH = 12;
  private static final int CLASSES = 4;

  private static final ExplainSpec DEFAULT = ExplainSpec.keeping(0.85);

  @TempDir private Path folder;

  /** Rows of a dataset; sparse ones keep every 16th cell. */
  private record Rows(MemorySegment elements, NodeNumbering numbering, boolean sparse)
      implements FeatureStore {
    @Override
    public int width() {
      return WIDTH;
    }

    @Override
    public void gather(FeatureRead read, Runnable meanwhile) {
      Matrix into = ((RowSink.Dense) read.into()).matrix();
      for (int i = 0; i < read.count(); i++) {
        int node = numbering.original(read.node(i));
        for (int c = 0; c < WIDTH; c++) {
          boolean kept = !sparse || (node + c) % 16 == 0;
          float cell = kept ? elements.getAtIndex(JAVA_FLOAT, (long) node * WIDTH + c) : 0;
          into.data().set(JAVA_FLOAT, i * into.rowBytes() + (long) c * Float.BYTES, cell);
        }
      }
    }
  }

  private static ModelSpec spec(Kind kind, int layers, SageLayer.Aggregator how) {
    return new ModelSpec(kind.layers(how), layers, 8, 0.5f, 0, false, true, false, false);
  }

  @FunctionalInterface
  private interface Body {
    void accept(Explainer explainer, Model model, Shard shard);
  }

  private void explain(ModelSpec spec, boolean sparse, ExplainSpec how, Body body)
      throws IOException {
    try (Dataset dataset = SmallWorld.of(false);
        Arena arena = Arena.ofShared();
        var cpu = CpuBackend.open(1);
        var memory = new DeviceMemory(cpu)) {
      var cut = new ChunkPartitioner().partition(dataset.graph(), PartitionGoal.of(4));
      new ShardWriter(Topology.PARTITIONED, 1).write(dataset.graph(), cut, folder);
      ShardFolder shards = ShardFolder.open(folder);
      Shard shard = shards.shard(1, arena);
      var ids = shards.numbering(arena);
      var features = (Features.Dense) dataset.features().orElseThrow();
      Model model =
          Model.create(spec, WIDTH, CLASSES, new ParameterFactory(memory, RandomKey.ofSeed(3)));
      var graph =
          ExplanationGraph.of(
              memory,
              shard,
              ids,
              new Rows(features.data(), ids, sparse),
              spec.layers(),
              model.norms());
      try (var explainer =
          new Explainer(
              how,
              cpu,
              model,
              new MaskedModel(memory, spec, WIDTH, CLASSES, how.scope() == Scope.REMOTE),
              graph,
              ClassProbabilities.ONE_LABEL)) {
        body.accept(explainer, model, shard);
      }
    }
  }

  private static List<MemorySegment> weights(Model model) {
    return model.parameters().stream()
        .map(
            p -> {
              MemorySegment packed =
                  Arena.ofAuto().allocate(JAVA_FLOAT, (long) p.value().rows() * p.value().cols());
              for (int r = 0; r < p.value().rows(); r++) {
                MemorySegment.copy(
                    p.value().data(),
                    r * p.value().rowBytes(),
                    packed,
                    (long) r * p.value().cols() * Float.BYTES,
                    (long) p.value().cols() * Float.BYTES);
              }
              return packed;
            })
        .toList();
  }

  private static float[] random(int size, Random random) {
    float[] mask = new float[size];
    for (int i = 0; i < size; i++) {
      mask[i] = 0.1f + 0.8f * random.nextFloat();
    }
    return mask;
  }

  private static float[] moved(float[] mask, int at, double by) {
    float[] moved = mask.clone();
    moved[at] += (float) by;
    return moved;
  }

  @ParameterizedTest
  @CsvSource({
    "SAGE, 2, false, REMOTE",
    "SAGE, 2, false, ALL",
    "SAGE, 2, true, ALL",
    "SAGE, 1, false, REMOTE",
    "SAGE, 3, true, REMOTE",
    "GCN, 2, false, REMOTE",
    "GCN, 2, true, REMOTE",
    "GAT, 2, false, REMOTE",
    "GAT, 2, true, REMOTE"
  })
  void gradientsAreThoseOfFiniteDifferences(Kind kind, int layers, boolean sparse, Scope scope)
      throws IOException {
    explain(
        spec(kind, layers, SageLayer.Aggregator.MEAN),
        sparse,
        DEFAULT.with(scope),
        (explainer, model, shard) -> {
          var random = new Random(1);
          explainer.load(weights(model));
          PooledNodes pooled = explainer.pool();
          double[][] wanted = wanted(pooled);
          float[] nodes = random(shard.haloCount(), random);
          float[] columns = random(WIDTH, random);
          float[] ofNodes = new float[nodes.length];
          float[] ofColumns = new float[WIDTH];
          try (ExplanationBatch star =
              explainer.star(pooled, IntStream.range(0, nodes.length).toArray())) {
            explainer.evaluate(star, pooled, wanted, nodes, columns, ofNodes, ofColumns);
            double step = 0.004;
            for (int i = 0; i < nodes.length; i += 7) {
              double up = loss(explainer, star, pooled, wanted, moved(nodes, i, step), columns);
              double down = loss(explainer, star, pooled, wanted, moved(nodes, i, -step), columns);
              assertClose((up - down) / (2 * step), ofNodes[i], "node " + i);
            }
            for (int c = 0; c < WIDTH; c++) {
              double up = loss(explainer, star, pooled, wanted, nodes, moved(columns, c, step));
              double down = loss(explainer, star, pooled, wanted, nodes, moved(columns, c, -step));
              assertClose((up - down) / (2 * step), ofColumns[c], "column " + c);
            }
          }
        });
  }

  /** Predictions that masks cannot reach. */
  private static double[][] wanted(PooledNodes pooled) {
    double[][] predicted = new double[pooled.groups()][];
    for (int g = 0; g < predicted.length; g++) {
      predicted[g] = new double[] {0.05, 0.05, 0.05, 0.05};
      predicted[g][g] = 0.85;
    }
    return predicted;
  }

  private static double loss(
      Explainer explainer,
      ExplanationBatch star,
      PooledNodes pooled,
      double[][] wanted,
      float[] nodes,
      float[] columns) {
    return explainer.evaluate(
        star, pooled, wanted, nodes, columns, new float[nodes.length], new float[columns.length]);
  }

  private static void assertClose(double expected, double actual, String what) {
    assertEquals(expected, actual, 2e-4 + 0.05 * Math.abs(expected), what);
  }

  /** The loss of masks, against the prediction without any. */
  @FunctionalInterface
  private interface Masked {
    double loss(float[] nodes, float[] columns);
  }

  private void masked(Scope scope, boolean sparse, BiConsumer<Masked, Integer> body)
      throws IOException {
    explain(
        spec(Kind.SAGE, 2, SageLayer.Aggregator.MEAN),
        sparse,
        DEFAULT.with(scope),
        (explainer, model, shard) -> {
          explainer.load(weights(model));
          PooledNodes pooled = explainer.pool();
          int remote = shard.haloCount();
          try (ExplanationBatch star =
              explainer.star(pooled, IntStream.range(0, remote).toArray())) {
            double[][] target = explainer.unmasked(star, remote, WIDTH);
            body.accept(
                (nodes, columns) -> loss(explainer, star, pooled, target, nodes, columns), remote);
          }
        });
  }

  /** The target is the prediction that is masked: without masks nothing is off. */
  @ParameterizedTest
  @EnumSource(Scope.class)
  void openMasksChangeNothing(Scope scope) throws IOException {
    masked(
        scope,
        false,
        (masked, remote) -> {
          float[] nodes = alike(remote, 1);
          assertEquals(0, masked.loss(nodes, alike(WIDTH, 1)), 1e-12);
          assertTrue(masked.loss(nodes, alike(WIDTH, 0.5f)) > 1e-6);
        });
  }

  /** The mask of columns acts on remote rows alone where own rows are never cut. */
  @ParameterizedTest
  @CsvSource({"REMOTE, false", "REMOTE, true", "ALL, false", "ALL, true"})
  void onlyRowsThatAreCutAreMasked(Scope scope, boolean sparse) throws IOException {
    masked(
        scope,
        sparse,
        (masked, remote) -> {
          float[] unseen = alike(remote, 0);
          double open = masked.loss(unseen, alike(WIDTH, 1));
          double shut = masked.loss(unseen, alike(WIDTH, 0));
          assertEquals(scope == Scope.REMOTE, open == shut, open + " and " + shut);
        });
  }

  private static float[] alike(int size, float value) {
    float[] mask = new float[size];
    Arrays.fill(mask, value);
    return mask;
  }

  @Test
  void itEndsByTheShareOfTheLossThatIsLeft() {
    ExplainSpec spec = DEFAULT.times(1, 50, 0.01, 0.1);
    assertFalse(spec.isEnough(9, 0, 1e-6), "too few epochs");
    assertTrue(spec.isEnough(10, 0.99e-8, 1e-6));
    assertFalse(spec.isEnough(49, 1.01e-8, 1e-6));
    assertTrue(spec.isEnough(50, 1, 1e-6), "the most epochs");
    assertTrue(DEFAULT.times(1, 3, 0.01, 0.1).isEnough(3, 1, 1), "fewer are asked for");
  }

  @Test
  void explanationsAreRepeatableAndGoOnFromEarlierMasks() throws IOException {
    explain(
        spec(Kind.SAGE, 2, SageLayer.Aggregator.MEAN),
        false,
        DEFAULT.times(1, 60, 0, 0.05),
        (explainer, model, shard) -> {
          List<MemorySegment> weights = weights(model);
          Masks open = DEFAULT.masks(shard.haloCount(), WIDTH);
          Explanation first = explainer.explain(1, weights, open, () -> false);
          assertEquals(60, first.losses().size());
          Explanation again = explainer.explain(1, weights, open, () -> false);
          assertEquals(first.losses(), again.losses(), "the same every time");
          Explanation next = explainer.explain(2, weights, first.masks(), () -> false);
          double before = next.losses().getFirst();
          assertTrue(before != first.losses().getFirst(), "it goes on from the masks it is given");
          float[] columns = first.columns();
          float least = 1;
          float most = 0;
          for (float weight : columns) {
            least = Math.min(least, weight);
            most = Math.max(most, weight);
          }
          assertTrue(most - least > 0.01, least + " to " + most);
        });
  }

  @Test
  void itEndsEarlyWhereEqualMasksAreAsGood() throws IOException {
    explain(
        spec(Kind.GCN, 2, SageLayer.Aggregator.MEAN),
        false,
        DEFAULT.times(1, 60, 1e6, 0.05),
        (explainer, model, shard) -> {
          Masks open = DEFAULT.masks(shard.haloCount(), WIDTH);
          Explanation found = explainer.explain(1, weights(model), open, () -> false);
          assertEquals(10, found.losses().size());
        });
  }

  @Test
  void maximaAreRefused() {
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                explain(
                    spec(Kind.SAGE, 2, SageLayer.Aggregator.MAX), false, DEFAULT, (_, _, _) -> {}));
    assertTrue(error.getMessage().contains("model.aggregator"), error.getMessage());
  }
}
