package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.weighted.WeightedSampling;
import dev.atoll.train.schedule.Schedule;
import org.junit.jupiter.api.Test;

/** Training on neighbours that are drawn by the weights of their edges. */
class WeightedTrainingTest {
  private static final int FEW = 2;
  private static final int ALL = Fanouts.ALL;

  @Test
  void weightsDecideWhatIsDrawn() {
    try (Dataset world = SmallWorld.weighted()) {
      TrainingResult weighted = train(world, new WeightedSampling(), FEW);
      TrainingResult uniform = train(world, new UniformSampling(), FEW);
      assertNotEquals(uniform.weightsSha256(), weighted.weightsSha256());
      assertTrue(weighted.evaluation().test().main() > 0.7, weighted.evaluation()::toString);
    }
  }

  @Test
  void whereAllNeighboursAreTakenWeightsDoNotShow() {
    try (Dataset world = SmallWorld.weighted()) {
      TrainingResult weighted = train(world, new WeightedSampling(), ALL);
      TrainingResult uniform = train(world, new UniformSampling(), ALL);
      assertEquals(
          uniform.epochs().getLast().loss(),
          weighted.epochs().getLast().loss(),
          1e-4 * uniform.epochs().getLast().loss());
    }
  }

  @Test
  void aDatasetWithoutWeightsIsRefused() {
    try (Dataset world = SmallWorld.of(false)) {
      var refused =
          assertThrows(BadDataException.class, () -> train(world, new WeightedSampling(), FEW));
      assertTrue(refused.getMessage().startsWith("sampler=weighted: "), refused.getMessage());
    }
  }

  private static TrainingResult train(Dataset world, Sampling sampling, int fanout) {
    var sampled =
        new SampledPlan(
            32,
            Fanouts.of(fanout, fanout),
            sampling,
            Shuffle.LOCAL,
            Schedule.ahead(1),
            RowCodec.fp32());
    TrainingPlan plan = TrainingPlan.of(Kind.SAGE.layers()).with(sampled).forEpochs(10);
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(world, cpu, plan)) {
      return training.run(_ -> {});
    }
  }
}
