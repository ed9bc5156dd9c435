package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.link.LinkSplit;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.inference.Inference;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.model.sage.SageLayer.Aggregator;
import dev.atoll.train.plan.EpochPlan;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.worker.ShardTeam;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inference layer by layer gives the bits of one forward pass over everything. */
class InferenceTest {
  private static final long NEXT_TO_NOTHING = 4096;
  private static final CpuOptions AUTO = CpuOptions.of(2);
  private static final LinkSpec LINKS =
      new LinkSpec(
          Decoder.Kind.DOT,
          0.2f,
          LinkSpec.Source.UNIFORM,
          2,
          LinkSpec.Loss.BCE,
          false,
          LinkSpec.Metric.AUTO,
          List.of(1, 10),
          0);

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "cora, GCN, MEAN, 2, F32",
    "small, SAGE, MEAN, 3, F32",
    "small, SAGE, POOL, 1, F32",
    "small, GAT, MEAN, 2, BF16"
  })
  void chunksDoNotShow(String data, Kind kind, Aggregator aggregator, int workers, DType type)
      throws IOException {
    var model = new ModelSpec(kind.layers(aggregator), 3, 16, 0.5f, 0, true, true, false, true);
    assertSameBits(data, model, workers, type);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "cora, SAGE, MEAN, 1, F32",
    "cora, SAGE, MEAN, 3, F32",
    "cora, GCN, MEAN, 3, F32",
    "cora, GAT, MEAN, 2, F32",
    "small, SAGE, MEAN, 1, F32",
    "small, SAGE, MAX, 2, F32",
    "small, SAGE, POOL, 2, F32",
    "small, GCN, MEAN, 1, F32",
    "small, GCN, MEAN, 3, F32",
    "small, GAT, MEAN, 3, F32",
    "small, SAGE, MEAN, 1, BF16",
    "small, SAGE, MEAN, 3, BF16",
    "small, GCN, MEAN, 3, BF16",
    "small, GAT, MEAN, 3, BF16"
  })
  void chunksOfEveryLayerDoNotShow(
      String data, Kind kind, Aggregator aggregator, int workers, DType type) throws IOException {
    for (boolean around : new boolean[] {false, true}) {
      var model =
          new ModelSpec(kind.layers(aggregator), 3, 16, 0.5f, 0, around, around, around, around);
      assertSameBits(data, model, workers, type);
    }
  }

  /** Learnable rows beside features, and models that have no weights of their own. */
  @ParameterizedTest
  @CsvSource({"LIGHT, 2", "NONE, 2"})
  void rowsWithoutWeightsAreReadInChunks(Kind kind, int workers) throws IOException {
    assertSameWithLearntRows(kind, workers);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({"SAGE, 1", "GCN, 2", "GAT, 3", "LIGHT, 1", "LIGHT, 3"})
  void learntRowsAreReadInChunks(Kind kind, int workers) throws IOException {
    assertSameWithLearntRows(kind, workers);
  }

  private void assertSameWithLearntRows(Kind kind, int workers) throws IOException {
    var rows = new EmbeddingSpec(8, EmbeddingSpec.Update.ORDERED, EmbeddingSpec.Rule.ADAM, 0.01f);
    try (Dataset links = linked()) {
      TrainingPlan plan =
          sampled(TrainingPlan.of(kind.layers()).with(new Objective.Link(LINKS)), 2);
      TrainingPlan learnt = plan.with(plan.sampled().orElseThrow().with(rows));
      assertSameBits(links, learnt, workers, AUTO);
    }
  }

  /** Products by each library, and sums of pairs of nodes. */
  @ParameterizedTest
  @EnumSource(GemmLibrary.class)
  void pairsHaveTheSameScores(GemmLibrary gemm) throws IOException {
    try (Dataset links = linked()) {
      TrainingPlan plan =
          sampled(TrainingPlan.of(Kind.SAGE.layers()).with(new Objective.Link(LINKS)), 2);
      assertSameBits(links, plan, 2, AUTO.withGemm(gemm));
      int[] heads = {3, 0, 99, 17};
      int[] tails = {4, 4, 1, 239};
      float[][] scores =
          opened(links, plan, inference -> inference.scores(heads, tails, new int[4]));
      assertArrayEquals(scores[0], scores[1]);
    }
  }

  /** One process computes the outputs that one worker has computed, resident or in chunks. */
  @ParameterizedTest
  @EnumSource(names = {"SAGE", "GCN", "GAT"})
  void aTrainedModelPredictsAsItDidInTraining(Kind kind) throws IOException {
    try (Dataset dataset = SmallWorld.of(1000, 12, false)) {
      TrainingPlan plan = sampled(TrainingPlan.of(kind.layers()), 2);
      int[][] bits =
          opened(
              dataset,
              plan,
              inference -> {
                try (Arena arena = Arena.ofShared()) {
                  return inference.logits(arena).elements().toArray(JAVA_INT);
                }
              });
      assertArrayEquals(bits[0], bits[1]);
      assertArrayEquals(bits[0], bits[2]);
    }
  }

  /** A model of the full graph, whose rows have another order, predicts in chunks to rounding. */
  @ParameterizedTest
  @EnumSource(names = {"SAGE", "GCN", "GAT"})
  void aModelOfTheFullGraphPredictsInChunks(Kind kind) throws IOException {
    try (Dataset dataset = SmallWorld.of(1000, 12, false)) {
      TrainingPlan plan = TrainingPlan.of(kind.layers()).forEpochs(2);
      float[][] logits =
          opened(
              dataset,
              plan,
              inference -> {
                try (Arena arena = Arena.ofShared()) {
                  return inference.logits(arena).elements().toArray(JAVA_FLOAT);
                }
              });
      assertArrayEquals(logits[0], logits[1]);
      assertArrayEquals(logits[0], logits[2], 1e-4f);
    }
  }

  /** Neither rows nor layers of all nodes are in memory before the first step. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsHeldForInferenceBeforeItIsRequested(boolean layerwise) {
    try (Dataset dataset = SmallWorld.of(4000, 256, false);
        var cpu = CpuBackend.open(2);
        var training =
            Training.open(
                dataset,
                layerwise ? CrampedBackend.of(cpu, NEXT_TO_NOTHING) : cpu,
                sampled(TrainingPlan.of(Kind.SAGE.layers()), 2))) {
      List<Long> ofInference = new ArrayList<>();
      List<Long> ofAll = new ArrayList<>();
      training.run(
          event -> {
            if (event instanceof TrainEvent.Started) {
              ofInference.add(training.inference().heldBytes());
              ofAll.add(training.heldBytes());
            }
          });
      assertEquals(List.of(0L), ofInference);
      long rows = 4000 * 256 * Float.BYTES;
      assertTrue(ofAll.getFirst() < rows, ofAll.toString());
      assertTrue(layerwise ? training.inference().heldBytes() > 0 : training.heldBytes() > rows);
    }
  }

  private static Dataset linked() {
    return new LinkSplit(0.1, 0.2, RandomKey.ofSeed(1)).of(SmallWorld.of(false));
  }

  private static TrainingPlan sampled(TrainingPlan plan, int layers) {
    Integer[] fanouts = {5, 3, 2};
    return plan.with(
            new SampledPlan(
                32,
                new Fanouts(List.of(fanouts).subList(0, layers)),
                new UniformSampling(),
                Shuffle.LOCAL,
                Schedule.ahead(0),
                RowCodec.fp32()))
        .with(EpochPlan.of(1));
  }

  /**
   * Asks a trained model: resident, in chunks, and the training itself.
   *
   * @param question to be asked of each
   */
  private static <T> T[] opened(
      Dataset dataset, TrainingPlan plan, Function<Inference, T> question) {
    try (var cpu = CpuBackend.open(2);
        Arena arena = Arena.ofShared();
        var training = Training.open(dataset, cpu, plan)) {
      training.run(_ -> {});
      Safetensors weights = training.weights(arena);
      List<T> answers = new ArrayList<>();
      for (Backend each : List.of(cpu, CrampedBackend.of(cpu, NEXT_TO_NOTHING))) {
        try (Inference inference = Inference.open(dataset, each, plan, weights)) {
          answers.add(question.apply(inference));
        }
      }
      answers.add(question.apply(training.inference()));
      @SuppressWarnings("unchecked")
      T[] all = (T[]) Array.newInstance(answers.getFirst().getClass(), answers.size());
      return answers.toArray(all);
    }
  }

  private void assertSameBits(String data, ModelSpec model, int workers, DType type)
      throws IOException {
    try (Dataset dataset = open(data)) {
      CpuOptions options = new CpuOptions(2, AUTO.kernels(), AUTO.gemm(), type);
      assertSameBits(dataset, sampled(TrainingPlan.of(model), 3), workers, options);
    }
  }

  private void assertSameBits(Dataset dataset, TrainingPlan plan, int workers, CpuOptions options)
      throws IOException {
    ShardFolder shards =
        LocalTeam.cut(dataset, workers, folder.resolve(plan.hashCode() + "-" + workers));
    List<Outcome> resident = train(dataset, shards, plan, options, host -> host);
    List<Outcome> layerwise =
        train(dataset, shards, plan, options, host -> CrampedBackend.of(host, NEXT_TO_NOTHING));
    assertEquals(resident, layerwise, plan.model().toString());
  }

  private static Dataset open(String name) throws IOException {
    return name.equals("small")
        ? SmallWorld.of(1000, 12, false)
        : DatasetCatalog.standard().open(name);
  }

  /** The rows of one worker, by their bits. */
  private record Outcome(int logits, int embeddings, Object evaluation) {
    static Outcome of(Training training) {
      try (Arena arena = Arena.ofShared()) {
        Inference inference = training.inference();
        return new Outcome(
            bits(inference.logits(arena)), bits(inference.embeddings(arena)), inference.evaluate());
      }
    }

    private static int bits(NodeRows rows) {
      return 31 * rows.rows() + Arrays.hashCode(rows.elements().toArray(JAVA_INT));
    }
  }

  private static List<Outcome> train(
      Dataset dataset,
      ShardFolder shards,
      TrainingPlan plan,
      CpuOptions options,
      UnaryOperator<Backend> device) {
    return ThreadRanks.run(
        shards.book().parts(),
        Limits.DEFAULT,
        transport -> {
          try (var cpu = CpuBackend.open(options);
              var training =
                  Training.open(
                      dataset, device.apply(cpu), plan, ShardTeam.join(transport, shards, true))) {
            training.run(_ -> {});
            return Outcome.of(training);
          }
        });
  }
}
