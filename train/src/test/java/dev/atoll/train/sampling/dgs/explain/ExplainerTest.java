package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import dev.atoll.train.store.FeatureRead;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.RowSink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
      try (var explainer = new Explainer(how, cpu, model, graph, ClassProbabilities.ONE_LABEL)) {
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
    "SAGE, 2, false",
    "SAGE, 1, false",
    "SAGE, 3, true",
    "GCN, 2, false",
    "GCN, 2, true",
    "GAT, 2, false",
    "GAT, 2, true"
  })
  void gradientsAreThoseOfFiniteDifferences(Kind kind, int layers, boolean sparse)
      throws IOException {
    explain(
        spec(kind, layers, SageLayer.Aggregator.MEAN),
        sparse,
        DEFAULT,
        (explainer, model, shard) -> {
          var random = new Random(1);
          var input = model.inputWeights().stream().map(Explainer.ScaledRows::new).toList();
          PooledNodes pooled = wanted(explainer.pool());
          float[] nodes = random(shard.haloCount(), random);
          float[] columns = random(WIDTH, random);
          float[] ofNodes = new float[nodes.length];
          float[] ofColumns = new float[WIDTH];
          try (ExplanationBatch star =
              explainer.star(pooled, IntStream.range(0, nodes.length).toArray())) {
            explainer.evaluate(star, pooled, nodes, columns, input, ofNodes, ofColumns);
            double step = 0.01;
            for (int i = 0; i < nodes.length; i += 7) {
              double up = loss(explainer, star, pooled, moved(nodes, i, step), columns, input);
              double down = loss(explainer, star, pooled, moved(nodes, i, -step), columns, input);
              assertClose((up - down) / (2 * step), ofNodes[i], "node " + i);
            }
            for (int c = 0; c < WIDTH; c++) {
              double up = loss(explainer, star, pooled, nodes, moved(columns, c, step), input);
              double down = loss(explainer, star, pooled, nodes, moved(columns, c, -step), input);
              assertClose((up - down) / (2 * step), ofColumns[c], "column " + c);
            }
          }
        });
  }

  /** A copy with other predictions, so that the masks must change. */
  private static PooledNodes wanted(PooledNodes pooled) {
    double[][] predicted = new double[pooled.groups()][];
    for (int g = 0; g < predicted.length; g++) {
      predicted[g] = new double[] {0.05, 0.05, 0.05, 0.05};
      predicted[g][g] = 0.85;
    }
    return new PooledNodes(pooled.groupOf(), predicted, pooled.share());
  }

  private static double loss(
      Explainer explainer,
      ExplanationBatch star,
      PooledNodes pooled,
      float[] nodes,
      float[] columns,
      List<Explainer.ScaledRows> input) {
    return explainer.evaluate(
        star, pooled, nodes, columns, input, new float[nodes.length], new float[columns.length]);
  }

  private static void assertClose(double expected, double actual, String what) {
    assertEquals(expected, actual, 2e-4 + 0.05 * Math.abs(expected), what);
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
  void itEndsEarlyWhereLittleIsOff() throws IOException {
    explain(
        spec(Kind.GCN, 2, SageLayer.Aggregator.MEAN),
        false,
        DEFAULT.times(1, 60, 1e6, 0.05),
        (explainer, model, shard) -> {
          Masks open = DEFAULT.masks(shard.haloCount(), WIDTH);
          Explanation found = explainer.explain(1, weights(model), open, () -> false);
          assertEquals(1, found.losses().size());
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
