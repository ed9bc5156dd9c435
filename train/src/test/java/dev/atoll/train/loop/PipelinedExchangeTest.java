package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.pipegcn.Pipelined;
import dev.atoll.train.halo.pipegcn.Smoothed;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.halo.plan.HaloRows;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.EpochPlan;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pipelined training on workers is PipeGCN as it is defined, computed in one loop. */
class PipelinedExchangeTest {
  private static final int EPOCHS = 15;
  private static final float RATE = 0.5f;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "2,1,NONE,0",
    "4,1,NONE,0",
    "3,0,NONE,0",
    "3,1,FEATURES,0.5",
    "3,1,GRADIENTS,0.9",
    "4,1,BOTH,0.5"
  })
  void lossesAreThoseOfTheDefinition(int workers, int lag, Smoothed smoothed, double decay)
      throws IOException {
    try (Dataset world = SmallWorld.of(false);
        Arena memory = Arena.ofConfined();
        var cpu = CpuBackend.open(1)) {
      ShardFolder shards = LocalTeam.cut(world, workers, folder.resolve("shards"));
      TrainingPlan plan = plan(new Pipelined(lag, smoothed, decay));
      List<Double> found =
          LocalTeam.train(world, shards, plan).getFirst().epochs().stream()
              .map(EpochFinished::loss)
              .toList();
      PipegcnReference reference;
      PipegcnReference exact;
      try (var training = Training.open(world, cpu, plan)) {
        var cut = new RandomPartitioner().partition(world.graph(), PartitionGoal.of(workers));
        var weights = training.weights(memory).tensors();
        reference = new PipegcnReference(world, cut, weights, lag, smoothed, decay);
        exact = new PipegcnReference(world, cut, weights, 0, Smoothed.NONE, 0);
      }
      double fromExact = 0;
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        assertEquals(reference.epoch(RATE), found.get(epoch), 2e-5, "epoch " + epoch);
        fromExact = Math.max(fromExact, Math.abs(found.get(epoch) - exact.epoch(RATE)));
      }
      assertEquals(lag > 0, fromExact > 1e-3, "as far from an exact exchange as " + fromExact);
      assertTrue(found.getLast() < 0.9 * found.getFirst(), found.toString());
    }
  }

  private static TrainingPlan plan(Pipelined rule) {
    var model = new ModelSpec(Kind.GCN.layers(), 3, 16, 0, 0, false, false, false, false);
    return TrainingPlan.of(Kind.GCN.layers())
        .with(model)
        .with(new OptimizerSpec(OptimizerSpec.Kind.SGD, RATE, 0, 0, 0))
        .with(new EpochPlan(EPOCHS, 0, EPOCHS))
        .with(new ExchangePlan(new HaloRows(), rule, RowCodec.fp32()));
  }
}
