package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.link.LinkSplit;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.event.Scores;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks about pairs of nodes, from datasets to scores, on one worker and on several. */
class LinkTrainingTest {
  @TempDir Path folder;

  private static LinkSpec spec(
      Decoder.Kind decoder, LinkSpec.Source negatives, int count, LinkSpec.Loss loss) {
    return new LinkSpec(
        decoder, 0.2f, negatives, count, loss, false, LinkSpec.Metric.AUTO, List.of(1, 10), 0);
  }

  private static final LinkSpec EACH =
      spec(Decoder.Kind.DOT, LinkSpec.Source.UNIFORM, 2, LinkSpec.Loss.BCE);

  private static TrainingPlan plan(Objective task, Kind kind, int batch, int... fanouts) {
    return TrainingPlan.of(kind.layers())
        .with(task)
        .with(
            new SampledPlan(
                batch,
                new Fanouts(Arrays.stream(fanouts).boxed().toList()),
                new UniformSampling(),
                Shuffle.LOCAL,
                Schedule.ahead(1),
                RowCodec.fp32()))
        .forEpochs(4);
  }

  private TrainingResult train(Dataset dataset, TrainingPlan plan, int workers, String name)
      throws IOException {
    ShardFolder shards = LocalTeam.cut(dataset, workers, folder.resolve(name + workers));
    return LocalTeam.train(dataset, shards, plan).getFirst();
  }

  /**
   * All links are in one step with all their neighbours, so that sums do not depend on their
   * owners.
   */
  @ParameterizedTest
  @ValueSource(strings = {"GCN", "SAGE", "GAT"})
  void threeWorkersLearnWhatOneLearns(String kind) throws IOException {
    try (Dataset links = split(SmallWorld.of(false))) {
      TrainingPlan plan = plan(new Objective.Link(EACH), Kind.valueOf(kind), 1 << 20, -1, -1);
      TrainingResult one = train(links, plan, 1, kind);
      TrainingResult three = train(links, plan, 3, kind);
      for (int epoch = 0; epoch < one.epochs().size(); epoch++) {
        assertEquals(
            one.epochs().get(epoch).loss(), three.epochs().get(epoch).loss(), 2e-5, "epoch");
      }
      double auc = one.evaluation().test().byName().get("auc");
      assertEquals(auc, three.evaluation().test().byName().get("auc"), 1e-2);
      assertEquals("auc", one.evaluation().test().mainName());
      assertTrue(one.evaluation().train().isEmpty());
    }
  }

  /** Learnable rows are summed over neighbours, as in LightGCN, on whichever worker they are. */
  @Test
  void sumsWithoutWeightsAreTheSameOnThreeWorkers() throws IOException {
    try (Dataset links = split(SmallWorld.of(false))) {
      TrainingPlan base = plan(new Objective.Link(EACH), Kind.LIGHT, 1 << 20, -1, -1);
      var rows = new EmbeddingSpec(8, EmbeddingSpec.Update.ORDERED, EmbeddingSpec.Rule.ADAM, 0.01f);
      TrainingPlan plan = base.with(base.sampled().orElseThrow().with(rows));
      TrainingResult one = train(links, plan, 1, "light");
      TrainingResult three = train(links, plan, 3, "light");
      for (int epoch = 0; epoch < one.epochs().size(); epoch++) {
        assertEquals(one.epochs().get(epoch).loss(), three.epochs().get(epoch).loss(), 2e-5);
      }
    }
  }

  @Test
  void linksAreFound() throws IOException {
    try (Dataset links = split(SmallWorld.of(false))) {
      var spec = spec(Decoder.Kind.MLP, LinkSpec.Source.UNIFORM, 1, LinkSpec.Loss.BCE);
      TrainingPlan plan = plan(new Objective.Link(spec), Kind.SAGE, 64, 10, 5).forEpochs(8);
      Scores test = train(links, plan, 2, "mlp").evaluation().test();
      // Of 223 links and as many pairs, scores at random have 0.5 ± 0.027.
      assertTrue(test.byName().get("auc") > 0.66, test.toString());
      assertTrue(test.byName().keySet().containsAll(List.of("mrr", "hits@1", "hits@10")));
    }
  }

  /** Only rows of nodes and relations are learned; more workers learn the same. */
  @Test
  void relationsAreLearnedWithoutAnEncoder() throws IOException {
    try (Dataset kinds = relations()) {
      var spec = spec(Decoder.Kind.COMPLEX, LinkSpec.Source.ALL, 1, LinkSpec.Loss.SOFTMAX);
      TrainingPlan base = plan(new Objective.Link(spec), Kind.NONE, 64, 0, 0);
      TrainingPlan plan =
          base.with(
                  base.sampled()
                      .orElseThrow()
                      .with(
                          new EmbeddingSpec(
                              16,
                              EmbeddingSpec.Update.ORDERED,
                              EmbeddingSpec.Rule.ADAGRAD,
                              0.1f,
                              1e-4f)))
              .forEpochs(30);
      for (int workers = 1; workers <= 2; workers++) {
        Scores test = train(kinds, plan, workers, "kg").evaluation().test();
        assertEquals("mrr", test.mainName());
        // Ranks at random among 240 nodes have 0.025.
        assertTrue(test.main() > 0.12, workers + ": " + test);
      }
    }
  }

  @Test
  void kindsOfLinksAreRead() throws IOException {
    try (Dataset kinds = relations()) {
      TrainingPlan plan = plan(new Objective.Edge(), Kind.SAGE, 64, 5, 5).forEpochs(10);
      Scores test = train(kinds, plan, 2, "edge").evaluation().test();
      assertEquals("accuracy", test.mainName());
      assertTrue(test.main() > 0.6, test.toString());
    }
  }

  @Test
  void rowsWithoutLabelsTellClasses() throws IOException {
    try (Dataset small = SmallWorld.of(false)) {
      var spec = spec(Decoder.Kind.COSINE, LinkSpec.Source.DEGREE, 64, LinkSpec.Loss.SOFTMAX);
      TrainingPlan plan =
          plan(new Objective.Unsupervised(spec, 2), Kind.GCN, 64, 10, 10).forEpochs(6);
      for (int workers = 1; workers <= 2; workers++) {
        Scores test = train(small, plan, workers, "free").evaluation().test();
        assertTrue(test.main() > 0.6, workers + ": " + test);
      }
    }
  }

  @Test
  void whatIsMissingIsNamed() {
    try (Dataset small = SmallWorld.of(false);
        Dataset links = split(SmallWorld.of(false));
        var cpu = CpuBackend.open(1)) {
      TrainingPlan bare = plan(new Objective.Link(EACH), Kind.SAGE, 64, 5, 5);
      assertSays("no links to learn", small, cpu, bare);
      var complex = spec(Decoder.Kind.COMPLEX, LinkSpec.Source.UNIFORM, 1, LinkSpec.Loss.BCE);
      assertSays(
          "needs the relation of every link", links, cpu, bare.with(new Objective.Link(complex)));
      assertSays("task=edge learns the relation", links, cpu, bare.with(new Objective.Edge()));
      var manyHits =
          new LinkSpec(
              Decoder.Kind.DOT,
              1,
              LinkSpec.Source.UNIFORM,
              1,
              LinkSpec.Loss.BCE,
              true,
              LinkSpec.Metric.AUTO,
              List.of(100_000),
              0);
      assertSays(
          "ranked among 240 candidates", links, cpu, bare.with(new Objective.Link(manyHits)));
    }
  }

  private static void assertSays(String what, Dataset dataset, CpuBackend cpu, TrainingPlan plan) {
    var e =
        assertThrows(
            BadDataException.class,
            () -> Training.open(dataset, cpu, plan.with(plan.objective())).close());
    assertTrue(e.getMessage().contains(what), e.getMessage());
  }

  private static Dataset split(Dataset dataset) {
    return new LinkSplit(0.1, 0.2, RandomKey.ofSeed(1)).of(dataset);
  }

  /** Links from every node to nodes 1 and 4 further on: relations that can be predicted. */
  private static Dataset relations() {
    Dataset small = SmallWorld.of(false);
    int nodes = small.graph().nodeCount();
    Arena memory = small.memory();
    int count = 4 * nodes;
    MemorySegment heads = memory.allocate(JAVA_INT, count);
    MemorySegment tails = memory.allocate(JAVA_INT, count);
    MemorySegment kinds = memory.allocate(JAVA_INT, count);
    MemorySegment roles = memory.allocate(count);
    for (int i = 0; i < count; i++) {
      int head = i % nodes;
      int kind = i / nodes % 2;
      heads.setAtIndex(JAVA_INT, i, head);
      int hub = kind == 0 ? head % 4 : 4 + head % 4;
      tails.setAtIndex(JAVA_INT, i, i / nodes < 2 ? hub : (head + 4) % nodes);
      kinds.setAtIndex(JAVA_INT, i, i / nodes < 2 ? kind : 2);
      boolean tests = head % 10 == 3 && i / nodes < 2;
      roles.set(JAVA_BYTE, i, (byte) (tests ? Split.TEST : Split.TRAIN));
    }
    var links = Links.all(count, heads, tails, Optional.of(kinds), 3, roles, false);
    return new LinkSplit(0, 0, RandomKey.ofSeed(1))
        .of(small.withMetric("filtered MRR").with(links));
  }
}
