package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.gradient.ParameterServer;
import dev.atoll.train.gradient.Sync;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that hold the optimizer's state, in whole runs. */
class ParameterServerTrainingTest {
  private static final int WORKERS = 3;

  private static final TrainingPlan PLAN =
      TrainingPlan.of(Kind.SAGE.layers())
          .with(
              new SampledPlan(
                  12,
                  Fanouts.of(4, 3),
                  new UniformSampling(),
                  Shuffle.LOCAL,
                  Schedule.ahead(1),
                  RowCodec.fp32()))
          .forEpochs(3);

  @TempDir private Path folder;
  private Dataset world;
  private ShardFolder shards;

  @BeforeEach
  void open() throws IOException {
    world = SmallWorld.of(false);
    shards = LocalTeam.cut(world, WORKERS, folder.resolve("shards"));
  }

  @AfterEach
  void close() {
    world.close();
  }

  private TrainingResult train(TrainingPlan plan) {
    return LocalTeam.train(world, shards, plan).getFirst();
  }

  static Stream<OptimizerSpec> optimizers() {
    return Stream.of(
        OptimizerSpec.adam(0.01f),
        new OptimizerSpec(OptimizerSpec.Kind.ADAMW, 0.01f, 1e-3f, 0, 0.1f),
        new OptimizerSpec(OptimizerSpec.Kind.SGD, 0.05f, 1e-3f, 0.9f, 0.2f));
  }

  /** Sums have the same order, and the norm that clips is the same. */
  @ParameterizedTest
  @MethodSource("optimizers")
  void aSynchronousServerGivesTheBitsOfAnAllReduce(OptimizerSpec optimizer) {
    TrainingPlan plan = PLAN.with(optimizer);
    TrainingResult reduced = train(plan.with(Sync.allReduce()));
    TrainingResult served = train(plan.with(new ParameterServer(0)));
    assertEquals(reduced.weightsSha256(), served.weightsSha256());
    if (optimizer.clip() == 0) {
      assertEquals(gradientBytes(reduced), gradientBytes(served));
    }
  }

  private static long gradientBytes(TrainingResult result) {
    return result.epochs().getFirst().cost().bytes().get(Purpose.GRADIENTS);
  }

  @Test
  void staleParametersGiveAnotherResultThatIsTheSameEveryTime() {
    TrainingPlan stale = PLAN.with(new ParameterServer(2)).forEpochs(6);
    TrainingResult first = train(stale);
    assertEquals(first.weightsSha256(), train(stale).weightsSha256());
    TrainingResult synchronous = train(PLAN.with(new ParameterServer(0)).forEpochs(6));
    assertNotEquals(synchronous.weightsSha256(), first.weightsSha256());
    assertEquals(gradientBytes(synchronous), gradientBytes(first));
    double before = first.epochs().getFirst().loss();
    assertTrue(first.epochs().getLast().loss() < 0.9 * before, "it learns");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void anInterruptionDoesNotShow(int staleness) {
    TrainingPlan plan = PLAN.with(new ParameterServer(staleness));
    String undisturbed = train(plan).weightsSha256();
    Checkpoints checkpoints = Checkpoints.in(folder.resolve("checkpoint"), 2);
    LocalTeam.interrupt(world, shards, plan, checkpoints, 1);
    TrainingResult resumed =
        LocalTeam.train(world, shards, plan, checkpoints, event -> {}, null).getFirst();
    assertEquals(undisturbed, resumed.weightsSha256());
  }
}
