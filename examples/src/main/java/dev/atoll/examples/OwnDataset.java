package dev.atoll.examples;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.build.DatasetBuilder;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.loop.Training;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.lang.foreign.Arena;

/** A dataset made from arrays, and a model trained on it. */
public final class OwnDataset {
  private OwnDataset() {}

  public static void main(String[] args) {
    IO.println("scores of node 3: %.2f, %.2f".formatted((Object[]) boxed(scores())));
  }

  /** The scores of both classes of the last node. */
  static float[] scores() {
    try (Dataset dataset =
            new DatasetBuilder("mine", 4)
                .undirectedEdges(new int[] {0, 1, 2}, new int[] {1, 2, 3})
                .features(new float[][] {{1, 0}, {1, 1}, {0, 1}, {0, 0}})
                .labels(0, 0, 1, 1)
                .split(new int[] {0, 2}, new int[] {1}, new int[] {3})
                .build();
        var cpu = CpuBackend.open(1);
        var training = Training.open(dataset, cpu, TrainingPlan.of(ModelSpec.gcn()));
        var arena = Arena.ofShared()) {
      training.run(event -> {});
      return training.inference().logits(arena).row(3);
    }
  }

  private static Float[] boxed(float[] scores) {
    return new Float[] {scores[0], scores[1]};
  }
}
