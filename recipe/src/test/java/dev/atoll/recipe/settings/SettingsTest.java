package dev.atoll.recipe.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @TempDir Path folder;

  private static Settings of(String... pairs) {
    return Settings.of(List.of(pairs).stream().map(p -> Assignment.ofPair(p, "--set")).toList());
  }

  private static String problem(String... pairs) {
    return assertThrows(SettingsException.class, () -> of(pairs)).getMessage();
  }

  @Test
  void defaultsAreThoseOfTheInterface() {
    Settings settings = of("preset=none");
    assertEquals("cora", settings.get(Keys.DATA));
    assertEquals("sage", settings.get(Keys.MODEL.key()));
    assertEquals(2, settings.integer(Keys.LAYERS));
    assertEquals(128, settings.integer(Keys.HIDDEN));
    assertEquals(4L, settings.asMap().get("model.heads"));
    assertEquals(0.5, settings.get(Keys.DROPOUT));
    assertEquals(0.01, settings.get(Keys.LEARNING_RATE));
    assertEquals(0, settings.get(Keys.WEIGHT_DECAY));
    assertEquals("default", settings.place(Keys.HIDDEN));
  }

  @Test
  void theSettingsOfModelsAreListedTogether() {
    List<String> names = Keys.names().stream().filter(name -> name.startsWith("model")).toList();
    assertEquals(
        List.of(
            "model",
            "model.layers",
            "model.hidden",
            "model.heads",
            "model.outputHeads",
            "model.aggregator",
            "model.diagonal",
            "model.dropout",
            "model.inputDropout",
            "model.attentionDropout",
            "model.norm",
            "model.linearInput",
            "model.linearOutput",
            "model.residual"),
        names);
  }

  @Test
  void anUnknownPolicyOfAFileMayBeTheUsersOwn() {
    var saved = new Assignment("model", "gatt", "runs/mine");
    String message =
        assertThrows(SettingsException.class, () -> Settings.of(List.of(saved))).getMessage();
    assertTrue(message.startsWith("runs/mine: model cannot be 'gatt'"), message);
    assertTrue(message.contains("its jar on the class path"), message);
    assertFalse(problem("model=gatt").contains("class path"));
    assertTrue(problem("model=transformer").contains("ATOLL_CLASSPATH"));
  }

  @Test
  void epochsThatAreGivenAreExact() {
    assertEquals(50, of("preset=none").integer(Keys.EARLY_STOP));
    assertEquals(0, of("preset=none", "epochs=300").integer(Keys.EARLY_STOP));
    assertEquals(0, of("preset=cora-gcn").integer(Keys.EARLY_STOP), "a preset gives epochs too");
    assertEquals(7, of("preset=none", "epochs=300", "earlyStop=7").integer(Keys.EARLY_STOP));
    assertEquals(0, of("preset=none", "earlyStop=0").integer(Keys.EARLY_STOP));
  }

  @Test
  void laterSourcesWin() {
    Settings matching = of("model=gcn");
    assertEquals("cora-gcn", matching.get(Keys.PRESET));
    assertEquals("preset cora-gcn", matching.place(Keys.NORMALIZE));
    assertEquals("recipe single", matching.place(Keys.MODE));
    Settings set = of("model=gcn", "model.hidden=3", "model.hidden=5");
    assertEquals(5, set.integer(Keys.HIDDEN));
    assertEquals("--set", set.place(Keys.HIDDEN));
  }

  @Test
  void aPresetIsTakenByNameOfTheDatasetAlsoFromAFolder() {
    assertEquals("none", of("data=my-graph").get(Keys.PRESET));
    assertEquals("cora-sage", of("data=/data/cora").get(Keys.PRESET));
    assertEquals("none", of("data=cora", "preset=none").get(Keys.PRESET));
  }

  @Test
  void aPresetByNameBringsItsDatasetAndModel() {
    Settings settings = of("preset=citeseer-gat");
    assertEquals("citeseer", settings.get(Keys.DATA));
    assertEquals("gat", settings.get(Keys.MODEL.key()));
    assertEquals("mine", of("preset=citeseer-gat", "data=mine").get(Keys.DATA));
  }

  @Test
  void everyPresetAndRecipeIsValidAndSaysWhereItComesFrom() {
    for (SettingsLibrary shelf : SettingsLibrary.values()) {
      for (String name : shelf.names()) {
        NamedSettings named = shelf.read(name);
        assertTrue(named.origin().length() > 10, name);
        if (shelf != SettingsLibrary.COMPARISONS) {
          Settings.of(named.settings());
        }
      }
    }
    for (String name : SettingsLibrary.PRESETS.names()) {
      Settings settings = of("preset=" + name);
      String task = settings.get(Keys.TASK);
      assertEquals(
          name,
          settings.get(Keys.DATA)
              + "-"
              + settings.get(Keys.MODEL.key())
              + (task.equals("node") ? "" : "-" + task));
    }
  }

  @Test
  void namesOfOlderVersionsAreKnown() {
    for (SettingsLibrary shelf : SettingsLibrary.values()) {
      shelf
          .aliases()
          .forEach(
              (old, name) -> {
                assertFalse(shelf.names().contains(old), old);
                assertTrue(shelf.knows(old), old);
                assertEquals(shelf.read(name), shelf.read(old));
              });
    }
    assertEquals("placement-reads", SettingsLibrary.COMPARISONS.read("placement-table2").name());
    assertFalse(SettingsLibrary.COMPARISONS.knows("placement-table3"));
  }

  @Test
  void theIndexListsTheFiles() throws Exception {
    for (SettingsLibrary shelf : SettingsLibrary.values()) {
      String sub = shelf.name().toLowerCase(Locale.ROOT);
      Path files =
          Path.of(SettingsLibrary.class.getResource(sub + "/index.txt").toURI()).getParent();
      try (var listed = Files.list(files)) {
        List<String> names =
            listed
                .map(file -> file.getFileName().toString())
                .filter(file -> file.endsWith(".yaml"))
                .map(file -> file.replace(".yaml", ""))
                .sorted()
                .toList();
        assertEquals(names, shelf.names().stream().sorted().toList());
      }
    }
  }

  @Test
  void unknownKeysAndBadValuesAreAllNamed() {
    String message = problem("modl.hidden=3", "epochs=0", "model=gnc", "model.residual=maybe");
    assertTrue(message.contains("unknown setting 'modl.hidden'; did you mean 'model.hidden'?"));
    assertTrue(message.contains("epochs cannot be '0': allowed is a whole number from 1 to"));
    assertTrue(
        message.contains("model cannot be 'gnc': allowed is one of sage, gat, gcn, light, none;"));
    assertTrue(message.contains("model.residual cannot be 'maybe': allowed is true or false"));
    assertTrue(problem("lr=NaN").contains("lr cannot be 'NaN'"));
    assertTrue(problem("epochs").contains("expected key=value"));
  }

  @Test
  void balanceIsAListOfNamesWithTolerances() {
    String all = "nodes,edges,train,val,test";
    assertEquals(all, of().text(Keys.PARTITION_BALANCE));
    assertEquals(
        of().get(Keys.PARTITION_BALANCE),
        of("partition.balance=" + all).get(Keys.PARTITION_BALANCE));
    Settings some = of("partition.balance=nodes, train:0.05");
    assertEquals("nodes,train:0.05", some.text(Keys.PARTITION_BALANCE));
    assertEquals(Optional.of(0.05), some.get(Keys.PARTITION_BALANCE).getLast().tolerance());
    assertTrue(problem("partition.balance=nodes,trian").contains("did you mean 'train'?"));
    for (String bad : List.of("", "nodes,nodes", "nodes:-1", "nodes:much", "nodes,")) {
      assertTrue(problem("partition.balance=" + bad).contains("a list of nodes, edges"), bad);
    }
  }

  @Test
  void yamlMayBeNestedOrDottedAndErrorsNameTheLine() throws IOException {
    Path file = folder.resolve("run.yaml");
    Files.writeString(file, "# mine\nmodel: gcn\nfeatures:\n  normalize: row\nmodel.hidden: 7\n");
    Settings settings = Settings.of(Settings.readYaml(file));
    assertEquals(7, settings.integer(Keys.HIDDEN));
    assertEquals("row", settings.text(Keys.NORMALIZE));
    assertEquals(file + ":5", settings.place(Keys.HIDDEN));

    Files.writeString(file, "epochs: 3\nmodel.hiden: 7\n");
    String message =
        assertThrows(SettingsException.class, () -> Settings.of(Settings.readYaml(file)))
            .getMessage();
    assertTrue(message.contains("run.yaml:2: unknown setting 'model.hiden'"), message);

    Files.writeString(file, "epochs: 3\n  bad: [\n");
    message = assertThrows(SettingsException.class, () -> Settings.readYaml(file)).getMessage();
    assertTrue(message.contains("run.yaml:") && message.contains("not valid YAML"), message);

    Files.writeString(file, "- a\n- b\n");
    message = assertThrows(SettingsException.class, () -> Settings.readYaml(file)).getMessage();
    assertTrue(message.contains("key: value"), message);

    Files.writeString(file, "epochs:\n");
    message = assertThrows(SettingsException.class, () -> Settings.readYaml(file)).getMessage();
    assertTrue(message.contains("epochs has no value"), message);
  }

  @Test
  void whatIsPrintedReadsBackTheSame() throws IOException {
    Settings settings =
        of(
            "data=it's: a #folder/with, signs",
            "lr=1e-5",
            "model.residual=yes",
            "partition.balance=nodes,train:0.5");
    Path file = folder.resolve("config.yaml");
    Files.writeString(file, settings.toYaml());
    List<Assignment> read = new ArrayList<>(Settings.readYaml(file));
    assertEquals(Keys.names(), read.stream().map(Assignment::key).toList());
    assertEquals(settings.asMap(), Settings.of(read).asMap());
  }
}
