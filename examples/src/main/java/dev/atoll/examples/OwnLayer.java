package dev.atoll.examples;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.loop.Training;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;

/**
 * A model of layers of one's own, by the name that the package {@link dev.atoll.examples.plugin}
 * registers. A layer sees one block: targets, sources and the edges between them. A whole graph, a
 * sample and a shard look the same to it, so it trains in every mode and on any number of workers.
 * The model adds bias, normalisation, activation and dropout.
 */
public final class OwnLayer {
  private OwnLayer() {}

  /** Trains the model on the full graph and on mini-batches, and prints the accuracies. */
  public static void main(String[] args) throws IOException {
    TrainingPlan plan = TrainingPlan.of(ModelSpec.of("mean").layers(2).hidden(32)).forEpochs(50);
    show("the full graph", plan);
    show("mini-batches", plan.with(SampledPlan.of(Fanouts.of(10, 10))));
  }

  private static void show(String mode, TrainingPlan plan) throws IOException {
    try (var cora = DatasetCatalog.standard().open("cora");
        var cpu = CpuBackend.open(2);
        var training = Training.open(cora, cpu, plan)) {
      double accuracy = training.run(event -> {}).evaluation().test().main();
      IO.println("my layer on %s: %.1f %%".formatted(mode, 100 * accuracy));
    }
  }
}
