package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.Dataset;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.model.Layer;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.Pass;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A layer that is no part of Atoll trains as the built-in ones do. */
class OwnLayerTest {
  private static final LayerKind MEANS =
      (spec, shape, parameters) ->
          new OwnPlusMean(
              parameters.glorot("weight", shape.inputs(), shape.outputs()),
              parameters.zeros("bias", shape.outputs()));

  private static final TrainingPlan PLAN =
      TrainingPlan.of(ModelSpec.of(MEANS).layers(2).hidden(16).residual(true))
          .with(OptimizerSpec.adam(0.02f))
          .forEpochs(40)
          .withSeed(3);

  /** A target's own row plus the mean of its neighbours, projected. */
  private record OwnPlusMean(Parameter weight, Parameter bias) implements Layer {
    @Override
    public List<Parameter> parameters() {
      return List.of(weight, bias);
    }

    @Override
    public List<Parameter> inputWeights() {
      return List.of(weight);
    }

    @Override
    public EdgeNorm norm() {
      return EdgeNorm.MEAN;
    }

    @Override
    public int outputs() {
      return weight.value().cols();
    }

    @Override
    public int neighborWidth() {
      return Math.min(weight.value().rows(), outputs());
    }

    @Override
    public Var forward(DeviceBlock block, Var sources, Pass pass) {
      Var factor = sources.tape().use(weight);
      return sources
          .matmul(factor)
          .firstRows(block.targetCount())
          .add(block.aggregateMatmul(sources, factor, norm()));
    }
  }

  @Test
  void anOwnLayerLearns() {
    try (Dataset world = SmallWorld.of(false)) {
      TrainingResult result = alone(world, PLAN);
      assertTrue(result.evaluation().test().main() > 0.6, result.evaluation()::toString);
    }
  }

  @Test
  void anOwnLayerTrainsOnShards(@TempDir Path folder) throws IOException {
    try (Dataset world = SmallWorld.of(false)) {
      var shards = LocalTeam.cut(world, 3, folder.resolve("shards"));
      List<Double> alone = losses(alone(world, PLAN));
      List<Double> together = losses(LocalTeam.train(world, shards, PLAN).getFirst());
      for (int epoch = 0; epoch < alone.size(); epoch++) {
        assertEquals(alone.get(epoch), together.get(epoch), 1e-4 * alone.get(epoch));
      }
    }
  }

  @Test
  void aLayerOfTheWrongWidthIsRefused() {
    LayerKind wrong =
        (spec, shape, parameters) ->
            new OwnPlusMean(
                parameters.glorot("weight", shape.inputs(), 5), parameters.zeros("bias", 5));
    try (Dataset world = SmallWorld.of(false)) {
      TrainingPlan plan = TrainingPlan.of(ModelSpec.of(wrong).hidden(16));
      String message =
          assertThrows(IllegalArgumentException.class, () -> alone(world, plan)).getMessage();
      assertTrue(message.contains("width 16"), message);
      assertTrue(message.contains("OwnPlusMean gives 5"), message);
    }
  }

  private static TrainingResult alone(Dataset world, TrainingPlan plan) {
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(world, cpu, plan)) {
      return training.run(event -> {});
    }
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }
}
