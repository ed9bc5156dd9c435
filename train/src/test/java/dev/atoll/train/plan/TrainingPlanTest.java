package dev.atoll.train.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.gat.Gat;
import dev.atoll.train.model.gcn.Gcn;
import dev.atoll.train.model.sage.Sage;
import dev.atoll.train.model.sage.SageLayer.Aggregator;
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
        ModelSpec.of(new Gat(2, 3, 0.3f))
            .layers(3)
            .hidden(6)
            .dropout(0.1f)
            .inputDropout(0.2f)
            .norm(true)
            .residual(true)
            .linearInput(true)
            .linearOutput(true);
    assertEquals(
        new ModelSpec(new Gat(2, 3, 0.3f), 3, 6, 0.1f, 0.2f, true, true, true, true), spec);
  }

  @Test
  void kindsAreKnownByName() {
    assertEquals(ModelSpec.of(new Sage(Aggregator.MEAN)), ModelSpec.of("sage"));
    assertEquals(ModelSpec.of(new Gcn(0)), ModelSpec.gcn());
    assertEquals(ModelSpec.of(new Gat(4, 1, 0)), ModelSpec.gat());
    String message =
        assertThrows(IllegalArgumentException.class, () -> ModelSpec.of("sagee")).getMessage();
    assertTrue(message.contains("did you mean 'sage'?"), message);
  }

  @Test
  void settingsOfAKindAreChecked() {
    wrong("model.heads=0: expected at least 1", () -> new Gat(0, 1, 0));
    wrong("model.outputHeads=0: expected at least 1", () -> new Gat(1, 0, 0));
    wrong("model.attentionDropout=1.0: expected a share in [0, 1)", () -> new Gat(1, 1, 1));
    wrong("model.diagonal=-1.0: expected 0 or more", () -> new Gcn(-1));
  }

  private static void wrong(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void attentionHeadsShareTheHiddenWidth() {
    ModelSpec spec = ModelSpec.of(new Gat(5, 1, 0)).hidden(64);
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
