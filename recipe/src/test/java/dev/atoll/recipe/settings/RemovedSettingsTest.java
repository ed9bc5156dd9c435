package dev.atoll.recipe.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of settings, and names of older versions. */
class RemovedSettingsTest {
  /** Users read every setting in one listing: a new one has to be worth its line. */
  private static final int MOST = 140;

  @TempDir Path folder;

  private static String problem(Runnable action) {
    return assertThrows(SettingsException.class, action::run).getMessage();
  }

  @Test
  void thereAreFewSettings() {
    int count = Keys.all().size();
    assertTrue(count <= MOST, count + " settings: expected at most " + MOST);
    assertEquals(count, Keys.names().stream().distinct().count());
  }

  @Test
  void removedNamesAreRefusedWithASentence() {
    for (String name : RemovedSettings.names()) {
      assertFalse(Keys.names().contains(name), name);
      var line = new Assignment(name, "1", "--set");
      String message = problem(() -> Settings.of(List.of(line)));
      assertTrue(message.matches("--set: " + name + "=1: .* is no setting any more: .+"), message);
    }
  }

  @Test
  void theyAreRefusedWhereverTheyComeFrom() throws IOException {
    String sentence = "device.tf32=true: device.tf32 is no setting any more: use precision=tf32";
    assertEquals(
        "Recipe: " + sentence,
        problem(() -> Recipe.named("single").with("device.tf32", true).settings()));
    Path file = Files.writeString(folder.resolve("mine.yaml"), "epochs: 3\ndevice.tf32: true\n");
    List<Assignment> lines = Settings.readYaml(file);
    assertEquals(file + ":2: " + sentence, problem(() -> Settings.of(lines)));
  }

  @Test
  void renamedRecipesAndValuesAreRefusedWithTheNewName() {
    var recipe = new Assignment("recipe", "salient", "--recipe");
    assertEquals(
        "--recipe: recipe=salient: it is called gradient-importance now; use"
            + " recipe=gradient-importance",
        problem(() -> Settings.of(List.of(recipe))));
    var value = new Assignment("importance", "salient", "--set");
    assertEquals(
        "--set: importance=salient: it is called gradients now; use importance=gradients",
        problem(() -> Settings.of(List.of(value))));
  }

  /** Runs and models of older versions list every setting of theirs. */
  @Test
  void filesMayHoldTheValuesThatAreFixedNow() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config.yaml"), "sampler.upper: 0.2\nrecipe.own: ''\nepochs: 3\n");
    assertEquals(3, Settings.of(Settings.readYaml(file)).integer(Keys.EPOCHS));
    var typed = new Assignment("sampler.upper", "0.2", "--set");
    assertTrue(problem(() -> Settings.of(List.of(typed))).contains("published bounds"));
  }
}
