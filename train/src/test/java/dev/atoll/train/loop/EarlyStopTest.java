package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.Dataset;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.EpochPlan;
import dev.atoll.train.plan.TrainingPlan;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that patience counts evaluations, not the epochs between them. */
class EarlyStopTest {
  private static final int EPOCHS = 60;

  @ParameterizedTest
  @CsvSource({"3,1", "3,4", "1,1", "5,2"})
  void trainingEndsAfterSoManyEvaluationsWithoutABetterScore(int patience, int every) {
    TrainingResult whole = train(new EpochPlan(EPOCHS, 0, every));
    TrainingResult early = train(new EpochPlan(EPOCHS, patience, every));
    int expected = end(whole.epochs(), patience);
    assertTrue(expected < EPOCHS, "the data is too hard to show anything");
    assertEquals(expected, early.epochs().size());
    assertEquals(
        losses(whole.epochs().subList(0, expected)),
        losses(early.epochs()),
        "early stopping changes nothing before the end");
  }

  /** The number of epochs after which the last evaluations have all been no better. */
  private static int end(List<EpochFinished> epochs, int patience) {
    double highest = -1;
    int since = 0;
    for (EpochFinished epoch : epochs) {
      if (epoch.evaluation().isPresent()) {
        double score = epoch.evaluation().get().validation().main();
        since = score > highest ? 0 : since + 1;
        highest = Math.max(highest, score);
        if (since == patience) {
          return epoch.epoch() + 1;
        }
      }
    }
    return epochs.size();
  }

  private static List<Double> losses(List<EpochFinished> epochs) {
    return IntStream.range(0, epochs.size()).mapToObj(i -> epochs.get(i).loss()).toList();
  }

  private static TrainingResult train(EpochPlan epochs) {
    try (Dataset data = SmallWorld.of(false);
        var cpu = CpuBackend.open(1);
        var training = Training.open(data, cpu, TrainingPlan.of(Kind.SAGE.layers()).with(epochs))) {
      return training.run(_ -> {});
    }
  }
}
