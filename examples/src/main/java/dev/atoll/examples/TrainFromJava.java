package dev.atoll.examples;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.loop.Training;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.lang.foreign.Arena;

/**
 * Trains a model and predicts with it. Cora comes with Atoll: 2,708 papers in seven fields, and
 * which cites whom. The model sees the words of a paper and of those around it, and 140 papers
 * whose field is known; it tells the field of the others.
 *
 * <p>Weights, features and embeddings are off-heap: close every resource that you open, as {@code
 * try} does. Run it twice: one seed gives the same bits, on any number of threads.
 */
public final class TrainFromJava {
  private TrainFromJava() {}

  /** Trains, and prints the loss, the accuracy and some predictions. */
  public static void main(String[] args) throws IOException {
    TrainingPlan plan =
        TrainingPlan.of(ModelSpec.gcn().layers(2).hidden(16).dropout(0.5f))
            .with(OptimizerSpec.adam(0.01f).weightDecay(5e-4f))
            .withSeed(1)
            .forEpochs(100);
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        var cpu = CpuBackend.open(2);
        var training = Training.open(cora, cpu, plan);
        var arena = Arena.ofShared()) {
      TrainingResult result = training.run(TrainFromJava::show);
      double accuracy = result.evaluation().test().main();
      IO.println("test accuracy %.1f %%".formatted(100 * accuracy));
      if (cora.labels().orElseThrow() instanceof Labels.Single labels) {
        predictions(labels, training.inference().logits(arena));
      }
    }
  }

  private static void show(TrainEvent event) {
    if (event instanceof EpochFinished done && done.epoch() % 10 == 0) {
      String bar = "#".repeat((int) Math.round(20 * done.loss()));
      IO.println("epoch %3d  loss %.2f  %s".formatted(done.epoch() + 1, done.loss(), bar));
    }
  }

  private static void predictions(Labels.Single labels, NodeRows logits) {
    for (int paper = 2000; paper < 2005; paper++) {
      int predicted = largest(logits.row(paper));
      String verdict = predicted == labels.of(paper) ? "yes" : "no, field " + labels.of(paper);
      IO.println("paper %d is of field %d: %s".formatted(paper, predicted, verdict));
    }
  }

  private static int largest(float[] scores) {
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] > scores[best] ? i : best;
    }
    return best;
  }
}
