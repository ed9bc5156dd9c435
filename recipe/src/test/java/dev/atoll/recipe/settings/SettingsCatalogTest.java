package dev.atoll.recipe.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsCatalogTest {
  @TempDir Path folder;

  private Path write(String file, String... lines) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, String.join("\n", lines) + "\n");
  }

  private List<Assignment> lines(String... pairs) {
    List<Assignment> lines = new ArrayList<>();
    lines.add(new Assignment(SettingsCatalog.FROM, folder.toString(), "--recipes-from"));
    Arrays.stream(pairs).forEach(pair -> lines.add(Assignment.ofPair(pair, "--set")));
    return lines;
  }

  private Settings of(String... pairs) {
    return Settings.of(lines(pairs));
  }

  private String problem(String... pairs) {
    return assertThrows(SettingsException.class, () -> of(pairs)).getMessage();
  }

  @Test
  void aRecipeOfTheUsersOwn() throws IOException {
    Path file =
        write(
            "mine.yaml", "origin: it's \"mine\"", "mode: sampled", "fanouts: [7, 7]", "batch: 32");
    Settings settings = of("recipe=mine", "batch=16");
    assertEquals(List.of(7, 7), settings.get(Keys.FANOUTS));
    assertEquals(file + ":3", settings.place(Keys.FANOUTS));
    assertEquals(16, settings.get(Keys.BATCH), "an option wins");
    assertEquals("it's \"mine\"", settings.recipe().origin());
    assertFalse(hasContent(of("recipe=distdgl")), "those of Atoll are known anyway");
    assertTrue(problem("recipe=mein").contains("did you mean 'mine'?"));
  }

  @Test
  void aPresetOfTheUsersOwnMatchesItsDataset() throws IOException {
    write("presets/shop-sage.yaml", "model.hidden: 24");
    Settings settings = of("data=/graphs/shop");
    assertEquals("shop-sage", settings.get(Keys.PRESET));
    assertEquals(24, settings.integer(Keys.HIDDEN));
    assertTrue(settings.preset().orElseThrow().origin().contains("presets/shop-sage.yaml"));
    assertEquals("none", of("data=/graphs/shop", "model=gcn").get(Keys.PRESET));
    assertEquals(24, of("data=other", "preset=shop-sage").integer(Keys.HIDDEN));
  }

  @Test
  void settingsOfARunNeedTheFolderNoMore() throws IOException {
    Path recipe =
        write("mine.yaml", "workers.most: 3", "model.layers: 3", "origin: 'a: \"b\" # c'");
    Path preset = write("presets/shop-sage.yaml", "model.hidden: 24");
    Settings before = of("recipe=mine", "data=shop");
    Path config = write("config.yaml.txt", SealedSettings.text(before).strip());
    Files.delete(recipe);
    Files.delete(preset);
    List<Assignment> kept = SealedSettings.read(config);
    Settings after = Settings.of(kept);
    assertEquals(before.asMap(), after.asMap());
    assertEquals(OptionalInt.of(3), after.recipe().mostWorkers());
    assertEquals("a: \"b\" # c", after.recipe().origin());
    assertEquals("shop-sage", after.preset().orElseThrow().name());
    List<Assignment> another = new ArrayList<>(kept);
    another.add(new Assignment("recipe", "distdgl", "--recipe"));
    assertFalse(hasContent(Settings.of(another)), "another recipe has no content");
    another.add(new Assignment("recipe", "mein", "--recipe"));
    assertThrows(SettingsException.class, () -> Settings.of(another));
  }

  private static boolean hasContent(Settings settings) {
    return settings.assignments().stream().anyMatch(line -> line.key().equals("recipe.own"));
  }

  @Test
  void aNameOfAtollsIsRefused() throws IOException {
    Path recipe = write("distdgl.yaml", "batch: 3");
    String message = problem("epochs=3");
    assertTrue(
        message.startsWith(recipe + ": expected a name of its own, found 'distdgl'"), message);
    assertTrue(message.contains("rename the file"), message);
    Files.delete(recipe);
    Path preset = write("presets/none.yaml", "batch: 3");
    assertTrue(problem("preset=cora-gcn").startsWith(preset + ": expected a name of its own"));
    Files.delete(preset);
    Path odd = write("a,b.yaml", "batch: 3");
    assertTrue(problem("epochs=3").startsWith(odd + ": expected a name of letters"));
  }

  @Test
  void mistakesNameFileLineAndKey() throws IOException {
    Path file = write("mine.yaml", "batch: 3", "fanuots: 5,5", "epochs: many");
    String message = problem("recipe=mine");
    assertTrue(message.contains(file + ":2: unknown setting 'fanuots'; did you mean 'fanouts'?"));
    assertTrue(message.contains(file + ":3: epochs cannot be 'many'"), message);
    write("mine.yaml", "batch: 3", "epochs: [1, 2");
    assertTrue(problem("recipe=mine").matches("(?s)" + file + ":[23]: not valid YAML.*"));
    write("mine.yaml", "batch: 3", "recipe: distdgl");
    assertTrue(problem("recipe=mine").startsWith(file + ":2: recipe: a recipe cannot choose"));
    write("mine.yaml", "workers.most: many");
    assertTrue(problem("recipe=mine").startsWith(file + ":1: workers.most: expected a whole"));
    List<Assignment> nowhere =
        List.of(new Assignment(SettingsCatalog.FROM, folder + "/none", "--recipes-from"));
    String missing = assertThrows(SettingsException.class, () -> Settings.of(nowhere)).getMessage();
    assertTrue(missing.startsWith("--recipes-from: expected a folder of recipes"), missing);
  }

  @Test
  void theEnvironmentNamesFoldersUnlessALineDoes() throws IOException {
    write("a/one.yaml", "batch: 3");
    write("b/two.yaml", "batch: 3");
    write("c/two.yaml", "batch: 3");
    Map<String, String> environment =
        Map.of("ATOLL_RECIPES", folder.resolve("a") + ":" + folder.resolve("b"));
    List<String> names = SettingsCatalog.of(List.of(), environment).names(SettingsLibrary.RECIPES);
    assertTrue(names.containsAll(List.of("distdgl", "one", "two")), names.toString());
    List<Assignment> line =
        List.of(new Assignment(SettingsCatalog.FROM, folder.resolve("a").toString(), "--set"));
    assertFalse(
        SettingsCatalog.of(line, environment).names(SettingsLibrary.RECIPES).contains("two"));
    var twice =
        SettingsCatalog.of(
            List.of(), Map.of("ATOLL_RECIPES", folder.resolve("b") + ":" + folder.resolve("c")));
    assertTrue(
        assertThrows(SettingsException.class, () -> twice.names(SettingsLibrary.RECIPES))
            .getMessage()
            .contains("which is also"));
  }
}
