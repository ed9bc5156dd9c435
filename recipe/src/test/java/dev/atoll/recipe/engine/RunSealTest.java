package dev.atoll.recipe.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSealTest {
  private static final Recipe BRIEF =
      Recipe.named("single")
          .with("data", "cora")
          .with("epochs", 2)
          .with("threads", 1)
          .with("checkpoint.keep", true);

  @TempDir private Path folder;

  @Test
  void aDatasetIsKnownByItsFilesAndOneInMemoryByItsName() throws IOException {
    String cora = RunSeal.dataset(BRIEF.settings());
    assertEquals(64, cora.length());
    assertEquals(cora, RunSeal.dataset(BRIEF.with("seed", 5).settings()));
    assertNotEquals(cora, RunSeal.dataset(BRIEF.with("data", "citeseer").settings()));
    assertEquals("mine", RunSeal.dataset(BRIEF.with("data", "mine").settings()));
  }

  /** More epochs are no other run: it can be trained longer. */
  @Test
  void aCheckpointIsReadByItsOwnRunOnly() throws IOException {
    Path run = folder.resolve("run");
    try (Session session = Session.open("cora")) {
      session.train(BRIEF, run, event -> {});
    }
    assertEquals(2, epochsDone(run, BRIEF));
    assertEquals(2, epochsDone(run, BRIEF.with("epochs", 9)));
    var other = assertThrows(Exception.class, () -> epochsDone(run, BRIEF.with("model.hidden", 7)));
    assertTrue(other.getMessage().contains("settings"), other.getMessage());
    var moved =
        assertThrows(
            Exception.class,
            () ->
                RunSeal.checkpoints(new RunFolder(run), BRIEF.settings(), "of other data")
                    .epochsDone());
    assertTrue(moved.getMessage().contains("dataset"), moved.getMessage());
  }

  private static int epochsDone(Path run, Recipe recipe) throws IOException {
    Settings settings = recipe.settings();
    return RunSeal.checkpoints(new RunFolder(run), settings).epochsDone();
  }
}
