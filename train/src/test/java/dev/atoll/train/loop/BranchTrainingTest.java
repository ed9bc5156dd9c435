package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.TestValues;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.Objective.WalkNegatives;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.twolevel.TwoLevel;
import dev.atoll.train.schedule.twolevel.TwoLevel.Branching;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Seeds, positives and negatives as branches of their own: the same weights as one branch. */
class BranchTrainingTest {
  private static final Schedule PARALLEL = new TwoLevel(0, 3, 0, Branching.PARALLEL);

  @TempDir Path folder;

  static Stream<Arguments> objectives() {
    var each = spec(LinkSpec.Source.DEGREE, 2, LinkSpec.Loss.BCE);
    var shared = spec(LinkSpec.Source.UNIFORM, 9, LinkSpec.Loss.SOFTMAX);
    var inBatch = spec(LinkSpec.Source.IN_BATCH, 1, LinkSpec.Loss.SOFTMAX);
    return Stream.of(
        arguments(each, WalkNegatives.NO_NEIGHBORS, Kind.GCN, "uniform"),
        arguments(shared, WalkNegatives.ANY, Kind.SAGE, "unfused"),
        arguments(inBatch, WalkNegatives.NO_NEIGHBORS, Kind.GAT, "uniform"),
        arguments(each, WalkNegatives.ANY, Kind.SAGE, "weighted"));
  }

  private static LinkSpec spec(LinkSpec.Source negatives, int count, LinkSpec.Loss loss) {
    return new LinkSpec(
        Decoder.Kind.DOT, 1, negatives, count, loss, true, LinkSpec.Metric.AUTO, List.of(1), 0);
  }

  private static TrainingPlan plan(Objective task, Kind kind, String sampler) {
    return TrainingPlan.of(kind.layers())
        .with(task)
        .with(
            new SampledPlan(
                40,
                Fanouts.of(4, 3),
                TestValues.make(Sampling.class, sampler, "sampler.size=16"),
                Shuffle.LOCAL,
                Schedule.ahead(1),
                RowCodec.fp32()))
        .forEpochs(2);
  }

  private TrainingResult train(TrainingPlan plan, Schedule schedule) throws IOException {
    try (Dataset world = SmallWorld.weighted()) {
      ShardFolder shards =
          LocalTeam.cut(world, 2, Files.createTempDirectory(folder, "cut").resolve("shards"));
      SampledPlan sampled = plan.sampled().orElseThrow().with(schedule);
      return LocalTeam.train(world, shards, plan.with(sampled)).getFirst();
    }
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void branchesGiveTheBatchOfTheirUnion(
      LinkSpec spec, WalkNegatives negatives, Kind kind, String sampler) throws IOException {
    TrainingPlan plan = plan(new Objective.Unsupervised(spec, 2, negatives), kind, sampler);
    TrainingResult ahead = train(plan, Schedule.ahead(1));
    TrainingResult joined = train(plan, new TwoLevel(0, 3));
    TrainingResult parallel = train(plan, PARALLEL);
    assertEquals(ahead.weightsSha256(), joined.weightsSha256());
    assertEquals(ahead.weightsSha256(), parallel.weightsSha256());
    assertEquals(
        bytes(joined, Purpose.FEATURES),
        bytes(parallel, Purpose.FEATURES),
        "a row is fetched once, by the joined batch, however many branches have its node");
    assertTrue(
        bytes(parallel, Purpose.SAMPLING) > bytes(joined, Purpose.SAMPLING),
        "nodes of several branches are drawn by each of them");
  }

  private static long bytes(TrainingResult result, Purpose purpose) {
    return result.epochs().getFirst().cost().bytes().get(purpose);
  }

  @Test
  void samplersThatLookAtAllNodesAreRefused() {
    var each = spec(LinkSpec.Source.UNIFORM, 1, LinkSpec.Loss.BCE);
    TrainingPlan plan = plan(new Objective.Unsupervised(each, 2), Kind.SAGE, "ladies");
    var e = assertThrows(RuntimeException.class, () -> train(plan, PARALLEL));
    String message = e.getMessage() + (e.getCause() == null ? "" : e.getCause().getMessage());
    assertTrue(message.contains("or schedule.branches=joined"), message);
  }
}
