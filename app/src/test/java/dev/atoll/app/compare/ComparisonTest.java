package dev.atoll.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
  private static Comparison of(String... pairs) {
    return Comparison.of(lines(pairs));
  }

  private static List<Assignment> lines(String... pairs) {
    return Arrays.stream(pairs).map(pair -> Assignment.ofPair(pair, "--said")).toList();
  }

  private static String problem(String... pairs) {
    return assertThrows(SettingsException.class, () -> ComparisonPlan.of(of(pairs))).getMessage();
  }

  private static List<String> labels(Comparison comparison) {
    return comparison.contenders().stream()
        .map(one -> one.label() + one.workers().map(line -> " on " + line.text()).orElse(""))
        .toList();
  }

  @Test
  void everythingIsCombined() {
    Comparison all =
        of(
            "recipes=distdgl,fastsample:batch=32",
            "workers=1,2",
            "vary.exchange.codec=fp32,int8",
            "preset=auto",
            "epochs=5");
    assertEquals(
        List.of(
            "distdgl exchange.codec=fp32 on 1",
            "distdgl exchange.codec=fp32 on 2",
            "distdgl exchange.codec=int8 on 1",
            "distdgl exchange.codec=int8 on 2",
            "fastsample batch=32 exchange.codec=fp32 on 1",
            "fastsample batch=32 exchange.codec=fp32 on 2",
            "fastsample batch=32 exchange.codec=int8 on 1",
            "fastsample batch=32 exchange.codec=int8 on 2"),
        labels(all));
    assertEquals(List.of(0L, 1L, 2L), all.seeds());
    assertEquals(lines("preset=auto", "epochs=5"), all.shared());
  }

  @Test
  void whatIsSaidLaterWins() {
    assertEquals(List.of(4L, 7L), of("recipes=single", "seeds=2", "seed=4,7").seeds());
    assertEquals(List.of(0L, 1L), of("recipes=single", "seed=4,7", "seeds=2").seeds());
    assertEquals(List.of("distdgl"), labels(of("recipes=single", "recipes=distdgl")));
    assertEquals(
        List.of("single lr=0.1"), labels(of("recipes=single", "vary.lr=1,2", "vary.lr=0.1")));
  }

  @Test
  void whatIsSaidTwiceCountsOnce() {
    assertEquals(
        List.of("single on 1"), labels(of("recipes=single,single", "workers=1,1", "seeds=1")));
  }

  @Test
  void valuesWithCommasArePartedBySemicolons() {
    assertEquals(
        List.of("distdgl fanouts=5,5", "distdgl fanouts=10,5"),
        labels(of("recipes=distdgl", "vary.fanouts=5,5;10,5")));
  }

  @Test
  void everyContenderRunsOnEveryDataset() {
    Comparison two = of("recipes=single", "vary.lr=0.1,0.2", "data=cora,citeseer", "seeds=1");
    assertEquals(
        List.of(
            "single lr=0.1 on cora",
            "single lr=0.2 on cora",
            "single lr=0.1 on citeseer",
            "single lr=0.2 on citeseer"),
        two.contenders().stream().map(Contender::labelWithData).toList());
    PlannedRun last = ComparisonPlan.of(two).allRuns().getLast();
    assertEquals("4-citeseer-single-lr=0.2-1w-seed0", last.name());
    assertTrue(last.command().contains("--data citeseer"), last.command());
    assertEquals(
        two, of("recipes=single", "vary.lr=0.1,0.2", "vary.data=cora,citeseer", "seeds=1"));
    assertEquals(List.of("single"), labels(of("recipes=single", "data=cora,cora")));
    assertTrue(problem("recipes=single", "data=cora,").contains("expected a list such as a,b"));
  }

  @Test
  void aFolderWithACommaIsOneDataset(@TempDir Path folder) throws IOException {
    Path data = Files.createDirectory(folder.resolve("a,b"));
    assertEquals(List.of(data.toString()), Comparison.datasets(data.toString()));
    assertEquals(
        List.of(data.toString(), "cora"), Comparison.datasets(data + ";cora"), "by a semicolon");
  }

  @Test
  void noPresetAppliesWhereRecipesAreCompared() {
    assertEquals(List.of("cora-sage"), presets("recipes=single", "vary.lr=0.1,0.2"));
    assertEquals(List.of("none"), presets("recipes=single,vanilla", "workers=1"));
    assertEquals(List.of("cora-sage"), presets("recipes=single,vanilla", "preset=auto"));
    assertEquals(
        List.of("none", "cora-gcn"),
        presets("recipes=single:preset=none,vanilla:preset=cora-gcn", "model=gcn"));
    assertEquals(
        List.of("cora-gcn", "cora-sage"), presets("recipes=single", "vary.model=gcn,sage"));
    assertTrue(of("recipes=single,vanilla").isWithoutPresetByDefault());
    assertFalse(of("recipes=single,vanilla", "preset=none").isWithoutPresetByDefault());
    Comparison written = of("recipes=single,vanilla");
    assertEquals(written, Comparison.of(written.assignments()), "as comparison.yaml has it");
  }

  private static List<String> presets(String... pairs) {
    return List.copyOf(ComparisonPlan.of(of(pairs)).byPreset().keySet());
  }

  @Test
  void commandsGiveTheSameRun() {
    ComparisonPlan plan =
        ComparisonPlan.of(
            of("recipes=distdgl:batch=32", "workers=2", "seed=3", "data=my graphs/x"));
    assertEquals(
        "atoll train --data 'my graphs/x' --recipe distdgl --seed 3 --workers 2 --set batch=32"
            + " --set earlyStop=0",
        plan.allRuns().getFirst().command());
    assertEquals("1-distdgl-batch=32-2w-seed3", plan.allRuns().getFirst().name());
    assertEquals("'it'\\''s'", TrainText.quoted("it's"));
  }

  @Test
  void settingsInWhichRecipesDifferAreNamed() {
    SettingDifferences unequal = differences("recipes=distdgl,dgs,bns-gcn", "workers=2");
    String fanouts =
        unequal.table().cells().stream().filter(r -> r.contains("fanouts")).toList() + "";
    assertEquals("[[fanouts, 15,10 (distdgl); 64,64 (dgs); not read (bns-gcn)]]", fanouts);
    assertTrue(unequal.warning().orElseThrow().contains("--align fanouts"), unequal.line());
    assertTrue(differences("recipes=vanilla,vanilla:lr=0.1").warning().isPresent());
    SettingDifferences varied = differences("recipes=distdgl", "vary.fanouts=5,5;10,5");
    assertTrue(varied.isEmpty(), "the labels say it: " + varied.line());
  }

  @Test
  void settingsThatOnlySomeRowsReadAreNamedWhereTheyAreStated() {
    SettingDifferences both = differences("recipes=cagnet,sancus-h", "workers=2");
    assertEquals(
        List.of(
            "exchange.refresh always (cagnet)",
            "variation-gap (sancus-h)",
            "exchange.bound 1.0 (sancus-h)",
            "not read (cagnet)",
            "exchange.directions forward (sancus-h)",
            "not read (cagnet)",
            "exchange.calibration 5 (sancus-h)",
            "not read (cagnet)",
            "clip 0.0 (cagnet)",
            "exchange:1.0 (sancus-h)"),
        List.of(both.line().split("; ")));
    assertFalse(
        differences("recipes=distdgl,bns-gcn", "workers=2", "batch=64").warning().isPresent(),
        "one reads it");
  }

  @Test
  void manyRowsAreNamedByTheirRecipesOrAreTheOthers() {
    SettingDifferences many =
        differences(
            "recipes=cagnet,sancus-e:exchange.bound=1,sancus-e:exchange.bound=2,sancus-a,"
                + "sancus-h:exchange.bound=1:exchange.norm=absolute,sancus-h:exchange.bound=2",
            "workers=2");
    List<List<String>> lines = many.table().cells();
    assertTrue(
        lines.contains(List.of("clip", "0.0 (cagnet); exchange:1.0 (the others)")), lines + "");
    assertTrue(
        lines.contains(
            List.of(
                "exchange.norm",
                "absolute (as labelled); relative (sancus-h exchange.bound=2);"
                    + " not read (the others)")),
        lines + "");
    assertTrue(
        lines.stream().anyMatch(line -> line.getLast().contains("epoch-fixed (sancus-e)")),
        lines + "");
  }

  @Test
  void rowsAreComparedWithRowsOfTheirOwnDataset() {
    var presets = ComparisonPlan.of(of("recipes=vanilla", "data=cora,amazon-photo"));
    assertEquals(2, presets.byPreset().size(), presets.byPreset().toString());
    Map<String, SettingDifferences> equal = SettingDifferences.byData(presets);
    assertEquals(Set.of("cora", "amazon-photo"), equal.keySet());
    equal.values().forEach(own -> assertTrue(own.isEmpty(), own.line()));
    SettingDifferences.byData(
            ComparisonPlan.of(
                of("recipes=distdgl,dgs", "workers=2", "data=cora,amazon-photo", "seeds=1")))
        .forEach((data, own) -> assertTrue(own.warning().isPresent(), data));
  }

  private static SettingDifferences differences(String... pairs) {
    return SettingDifferences.byData(ComparisonPlan.of(of(pairs))).values().iterator().next();
  }

  @Test
  void alignedSettingsHaveTheFirstRecipesValue() {
    String[] pairs = {"recipes=bns-gcn,dgs,distdgl", "workers=2", "seeds=1", "align=fanouts,batch"};
    ComparisonPlan plan = ComparisonPlan.of(of(pairs));
    assertFalse(SettingDifferences.byData(plan).get("cora").warning().isPresent());
    List<String> commands = plan.allRuns().stream().map(PlannedRun::command).toList();
    assertFalse(commands.get(0).contains("fanouts"), commands.get(0));
    assertTrue(commands.get(2).contains("--set fanouts=64,64 "), commands.get(2));
    assertEquals(of(pairs), Comparison.of(of(pairs).assignments()), "as comparison.yaml has it");
    assertTrue(problem("recipes=distdgl,dgs", "align=fanout").contains("'fanouts'?"));
    assertTrue(problem("recipes=distdgl,dgs", "align=fanouts=5").contains("--set fanouts=5"));
    assertTrue(problem("recipes=distdgl:lr=1,dgs", "align=lr").contains("in a row"));
    assertTrue(problem("recipes=vanilla,bns-gcn", "align=fanouts").contains("no recipe"));
  }

  @Test
  void unknownColumnsAreRefused() {
    ComparisonColumn.check(List.of("accuracy", "bytes", "Epoch", "age", "peer rows"));
    var e =
        assertThrows(
            SettingsException.class, () -> ComparisonColumn.check(List.of("accuracy", "memmory")));
    assertTrue(e.getMessage().contains("did you mean 'memory'?"), e.getMessage());
  }

  @Test
  void allRunsHaveTheSameEpochsUnlessEarlyStoppingIsAskedFor() {
    assertEquals("0", earlyStop("recipes=distdgl", "data=mine"));
    assertEquals("0", earlyStop("recipes=distdgl", "data=mine", "epochs=5"));
    assertEquals("9", earlyStop("recipes=distdgl", "data=mine", "earlyStop=9"));
    assertEquals("9", earlyStop("recipes=distdgl", "data=mine", "vary.earlyStop=9"));
  }

  private static String earlyStop(String... pairs) {
    PlannedRun first = ComparisonPlan.of(of(pairs)).allRuns().getFirst();
    return first.job().settings().text(Keys.EARLY_STOP);
  }

  @Test
  void aRecipeThatIsNotForSoManyWorkersIsLeftOut() {
    ComparisonPlan plan = ComparisonPlan.of(of("recipes=single,distdgl", "workers=1,2", "seeds=1"));
    assertEquals(3, plan.allRuns().size());
    assertTrue(plan.leftOut().values().iterator().next().contains("workers=2"));
    assertTrue(problem("recipes=single", "workers=2").contains("workers=2"));
  }

  @Test
  void whatIsWrongIsSaidBeforeAnythingStarts() {
    assertTrue(problem("epochs=3").contains("--recipes"));
    assertTrue(problem("recipes=distdlg").contains("did you mean 'distdgl'?"));
    assertTrue(problem("recipes=").contains("expected a list"));
    assertTrue(problem("recipes=single,,distdgl").contains("expected a list"));
    assertTrue(problem("recipes=single", "seeds=0").contains("--said: seeds cannot be '0'"));
    assertTrue(problem("recipes=single", "seed=1,x").contains("seed cannot be 'x'"));
    assertTrue(problem("recipes=single", "workers=two").contains("workers cannot be 'two'"));
    assertTrue(problem("recipes=distdgl", "workers=2,x").contains("workers cannot be 'x'"));
    assertTrue(problem("recipes=single", "vary.lrr=1,2").contains("did you mean 'lr'?"));
    assertTrue(problem("recipes=single", "vary.lr=1,fast").contains("lr cannot be 'fast'"));
    assertTrue(problem("recipes=single", "vary.workers=1,2").contains("--workers"));
    assertTrue(problem("recipes=single", "recipe=distdgl").contains("--recipes"));
    assertTrue(problem("recipes=single:lr", "seeds=1").contains("expected key=value"));
    assertTrue(problem("recipes=distdgl", "fanouts=5").contains("model.layers"));
  }

  @Test
  void presetsAreSoundOrNameTheRecipesThereAre() {
    for (String name : SettingsLibrary.COMPARISONS.names()) {
      List<Assignment> lines = SettingsLibrary.COMPARISONS.read(name).settings();
      try {
        ComparisonPlan.of(Comparison.of(lines));
      } catch (SettingsException e) {
        assertTrue(e.getMessage().contains("unknown recipe"), name + ": " + e.getMessage());
        assertTrue(e.getMessage().contains("distdgl"), e.getMessage());
      }
    }
  }
}
