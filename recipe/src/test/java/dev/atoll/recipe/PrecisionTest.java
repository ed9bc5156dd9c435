package dev.atoll.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.Precision;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Number formats of a run. */
class PrecisionTest {
  private static final Recipe SINGLE =
      Recipe.named("single").with("epochs", 8).with("threads", 1).with("model.hidden", 16);

  /** A value is off by at most 1 in 256, and errors average out: losses stay together. */
  @ParameterizedTest
  @CsvSource({
    "single,sage,mean", "single,sage,pool", "single,gcn,mean", "single,gat,mean",
    "vanilla,sage,mean", "vanilla,gat,mean", "distdgl,sage,mean", "sancus-e,gcn,mean"
  })
  void bf16FollowsFp32(String recipe, String model, String aggregator) throws IOException {
    Recipe full =
        Recipe.named(recipe)
            .with("model", model)
            .with("model.aggregator", aggregator)
            .with("model.hidden", 16)
            .with("threads", 1)
            .with("epochs", 4);
    try (Session session = Session.open("cora")) {
      Session.Trained fp32 = session.train(full, _ -> {});
      Session.Trained bf16 = session.train(full.with("precision", "bf16"), _ -> {});
      Session.Trained again = session.train(full.with("precision", "bf16"), _ -> {});
      assertEquals(fp32.result().loss().getLast(), bf16.result().loss().getLast(), 0.02);
      assertNotEquals(fp32.result().weightsSha256(), bf16.result().weightsSha256());
      assertEquals(again.result().weightsSha256(), bf16.result().weightsSha256(), "bits repeat");
    }
  }

  @Test
  @Tag("slow")
  void pairsAreScoredInFull() throws IOException {
    Recipe full = SINGLE.with("task", "link").with("epochs", 2);
    try (Session session = Session.open("cora")) {
      Session.Trained fp32 = session.train(full, _ -> {});
      Session.Trained bf16 = session.train(full.with("precision", "bf16"), _ -> {});
      assertEquals(fp32.result().loss().getLast(), bf16.result().loss().getLast(), 0.02);
    }
  }

  @Test
  void theBackendKnowsTheNumberFormatOfActivations() {
    try (Backend full = Composition.backend(SINGLE.settings());
        Backend half = Composition.backend(SINGLE.with("precision", "bf16").settings())) {
      assertEquals(DType.F32, full.activations());
      assertEquals(DType.BF16, half.activations());
      assertTrue(half.describe().contains("BF16"), half.describe());
    }
  }

  @Test
  void tf32IsOfAGpu() {
    Recipe cuda = SINGLE.with("device", "cuda");
    assertEquals(Precision.TF32, Precision.of(cuda.with("precision", "tf32").settings()));
    assertEquals(Precision.FP32, Precision.of(cuda.settings()));
  }

  @Test
  void whatCannotBeIsRefused() {
    String onCpu =
        assertThrows(
                SettingsException.class,
                () -> Composition.backend(SINGLE.with("precision", "tf32").settings()))
            .getMessage();
    assertTrue(onCpu.contains("device=cpu") && onCpu.contains("--device cuda"), onCpu);
  }
}
