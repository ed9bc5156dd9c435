package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.graph.BadDataException;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.RowReads;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.Scores;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.EpochPlan;
import dev.atoll.train.plan.TrainingPlan;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainingHistoryTest {
  private static final EpochCost FREE =
      new EpochCost(
          1,
          1,
          new EnumMap<>(Phase.class),
          new EnumMap<>(Purpose.class),
          0,
          RowReads.NONE,
          0,
          0,
          0,
          List.of(),
          1);

  private static EpochFinished epoch(int number, double loss, double score) {
    var none = new Scores(0, Map.of());
    var validation = new Scores(4, Map.of(Scores.AUC, score));
    return new EpochFinished(
        number, loss, FREE, Optional.of(new Evaluation(none, validation, none)));
  }

  private static TrainingHistory history(int patience, double... scores) {
    try (var cpu = CpuBackend.open(1);
        var memory = new DeviceMemory(cpu)) {
      var plan = TrainingPlan.of(Kind.GCN.layers()).with(new EpochPlan(100, patience, 1));
      var history = new TrainingHistory(plan, new BestWeights(List.of(), Optional.empty(), memory));
      for (int i = 0; i < scores.length; i++) {
        history.add(epoch(i, 1.0 / (i + 1), scores[i]));
      }
      return history;
    }
  }

  @Test
  void patienceEndsAfterThatManyEvaluationsWithoutABetterScore() {
    assertFalse(history(2, 0.6, 0.5).isExhausted());
    assertTrue(history(2, 0.6, 0.5, 0.6).isExhausted());
    assertEquals(2, history(2, 0.6, 0.5, 0.6).bestEpoch(), "of equal scores the lower loss");
  }

  /** All epochs would count as equal, and the last one would win in silence. */
  @Test
  void anUndefinedScoreIsRefused() {
    var e = assertThrows(BadDataException.class, () -> history(0, Double.NaN)).getMessage();
    assertTrue(e.contains("the auc of 4 validation nodes is undefined"), e);
    assertTrue(e.contains("accuracy"), e);
  }
}
