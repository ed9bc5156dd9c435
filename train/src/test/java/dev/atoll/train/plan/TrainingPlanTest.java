package dev.atoll.train.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.halo.ExchangePlan;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.SageLayer.Aggregator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class TrainingPlanTest {
  @Test
  void everythingCanBeSet() {
    TrainingPlan plan =
        TrainingPlan.of(ModelSpec.sage().layers(3).hidden(64))
            .with(OptimizerSpec.adam(0.003f).weightDecay(5e-4f))
            .withSeed(7)
            .withSplit("splits:3")
            .forEpochs(12);
    assertEquals(3, plan.model().layers());
    assertEquals(64, plan.model().hidden());
    assertEquals(0.003f, plan.optimizer().rate());
    assertEquals(5e-4f, plan.optimizer().weightDecay());
    assertEquals(7, plan.seed());
    assertEquals("splits:3", plan.data().split());
    assertEquals(12, plan.epochs().epochs());
  }

  @Test
  void everyPartOfAModelCanBeSet() {
    ModelSpec spec =
        ModelSpec.gat()
            .layers(3)
            .hidden(6)
            .heads(2)
            .outputHeads(3)
            .dropout(0.1f)
            .inputDropout(0.2f)
            .attentionDropout(0.3f)
            .norm(true)
            .residual(true)
            .linearInput(true)
            .linearOutput(true)
            .aggregator(Aggregator.MAX);
    assertEquals(
        new ModelSpec(
            ModelSpec.Kind.GAT,
            3,
            6,
            2,
            3,
            0.1f,
            0.2f,
            0.3f,
            true,
            true,
            true,
            true,
            Aggregator.MAX),
        spec);
  }

  @Test
  void attentionHeadsShareTheHiddenWidth() {
    ModelSpec spec = ModelSpec.gat().heads(5).hidden(64);
    String message =
        assertThrows(IllegalArgumentException.class, () -> TrainingPlan.of(spec)).getMessage();
    assertEquals("model.hidden=64: expected a multiple of model.heads=5", message);
    assertEquals(65, TrainingPlan.of(spec.hidden(65)).model().hidden());
  }

  @Test
  void miniBatchesExchangeNothing() {
    TrainingPlan sampled = TrainingPlan.of(ModelSpec.sage()).with(SampledPlan.of(Fanouts.of(5, 5)));
    refused("an exchange with mini-batches", () -> sampled.with(ExchangePlan.EXACT));
    refused("inductive training with mini-batches", sampled::inductively);
  }

  private static void refused(String part, Executable call) {
    String message = assertThrows(IllegalStateException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }
}
