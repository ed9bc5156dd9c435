package dev.atoll.recipe.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.build.DatasetBuilder;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmStartTest {
  private static final Recipe BRIEF = Recipe.named("single").with("epochs", 1).with("threads", 1);

  @TempDir private Path folder;
  private Dataset trained;
  private Settings settings;

  @BeforeEach
  void train() throws IOException {
    trained = dataset();
    Path run = folder.resolve("run");
    try (Session session = Session.on(trained)) {
      session.train(BRIEF, run, event -> {});
    }
    settings = BRIEF.with("warmStart", run.toString()).settings();
  }

  @AfterEach
  void close() {
    trained.close();
  }

  /** Four nodes in a row with two columns and two classes, which have names. */
  private static Dataset dataset() {
    return new DatasetBuilder("row", 4)
        .undirectedEdges(new int[] {0, 1, 2}, new int[] {1, 2, 3})
        .features(new float[][] {{1, 0}, {0, 1}, {1, 1}, {0, 0}})
        .labels(new int[] {0, 1, 0, 1})
        .split(new int[] {0, 1}, new int[] {2}, new int[] {3})
        .build()
        .with(names("no", "yes"));
  }

  private static DatasetNames names(String... classes) {
    return new DatasetNames(List.of(), List.of(classes));
  }

  @Test
  void theModelOfARunIsFound() {
    assertTrue(WarmStart.of(settings).isPresent());
    assertEquals(Optional.empty(), WarmStart.of(BRIEF.settings()));
    Settings none = BRIEF.with("warmStart", folder.resolve("none").toString()).settings();
    var e = assertThrows(BadDataException.class, () -> WarmStart.of(none));
    assertTrue(e.getMessage().contains("expected the folder of a finished run"), e.getMessage());
  }

  /** The weights of a class would go on as those of another. */
  @Test
  void classesOfOtherNamesAreRefused() throws IOException {
    WarmStart.check(settings, trained);
    Dataset turned = trained.with(names("yes", "no"));
    var e = assertThrows(BadDataException.class, () -> WarmStart.check(settings, turned));
    assertTrue(e.getMessage().contains("the classes [no, yes]"), e.getMessage());
    assertTrue(e.getMessage().contains("--like"), e.getMessage());
    assertDoesNotThrow(() -> WarmStart.check(settings, trained.with(DatasetNames.NONE)));
  }
}
