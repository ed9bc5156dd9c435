package dev.atoll.recipe.compose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.sampling.SeedKind;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplersTest {
  private static Settings settings(String... pairs) {
    return Settings.of(Arrays.stream(pairs).map(p -> Assignment.ofPair(p, "--set")).toList());
  }

  /** Partitioning a large graph takes minutes. */
  @ParameterizedTest
  @CsvSource({
    "cluster-gcn, unsupervised, 2, sampler=cluster with task=unsupervised on 2 workers",
    "cluster-gcn, link, 1, the seeds of this task are links",
    "saint, unsupervised, 1, sampler=saint with a link or edge objective"
  })
  void tasksThatASamplerCannotServeAreRefusedBeforeWorkBegins(
      String recipe, String task, String workers, String reason) {
    Settings settings = settings("recipe=" + recipe, "task=" + task, "workers=" + workers);
    var e = assertThrows(SettingsException.class, () -> Composition.plan(settings));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void clustersOfOneWorkerServeWalks() {
    Settings settings = settings("recipe=cluster-gcn", "task=unsupervised", "workers=1");
    assertEquals(SeedKind.NODES, Composition.plan(settings).seedKind());
  }
}
