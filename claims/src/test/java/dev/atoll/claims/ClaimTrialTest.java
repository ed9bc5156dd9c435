package dev.atoll.claims;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atoll.app.command.Outcome;
import dev.atoll.app.data.KnownGraphs;
import dev.atoll.app.screen.Screen;
import dev.atoll.bench.placement.CountingDevice;
import dev.atoll.bench.placement.LoadBenchmark;
import dev.atoll.claims.ClaimTrial.CommandFailedException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.recipe.compose.UnusedSettings;
import dev.atoll.recipe.engine.TrainingRun;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimTrialTest {
  private static final String YAML =
      """
      number: 99
      paper: A Paper
      place: Table 1
      claim: "b takes half of a"
      published: "0.5"
      figure: "b over a"
      quick: {epochs: "2", seeds: "3"}
      full: {epochs: "50"}
      commands:
        a: train --epochs ${epochs} --seed ${seed}
        b: train --recipe b --epochs ${epochs} --seed ${seed}
      formula: "b.x / a.x"
      unit: ratio
      holds: "<= 0.6"
      partly: "<= 0.8"
      curve: {a: a.x, b: b.x}
      """;

  @TempDir Path folder;

  private final List<String> typed = new ArrayList<>();

  private static Claim claim(String yaml) throws IOException {
    return Claim.read(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), "test");
  }

  /** Writes a result as a command would: a gives 10 + seed, b gives 5. */
  private void run(List<String> words) {
    typed.add(String.join(" ", words));
    int seed = Integer.parseInt(words.get(words.indexOf("--seed") + 1));
    String x = words.contains("b") ? "5" : "" + (10 + seed);
    try {
      Files.writeString(
          Path.of(words.get(words.indexOf("--json") + 1)), "{\"x\": %s}".formatted(x));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFigurePerSeed() throws IOException {
    ClaimResult result = new ClaimTrial(folder, true, false, this::run).of(claim(YAML));
    assertEquals(List.of(5.0 / 10, 5.0 / 11, 5.0 / 12), result.measured());
    assertEquals("holds", result.verdict());
    assertEquals(11, result.curve().get("a"));
    assertEquals(6, typed.size());
    assertTrue(typed.getFirst().startsWith("train --epochs 2 --seed 0"), typed.getFirst());
    assertEquals("atoll reproduce --claim 99 --quick", result.command());
  }

  @Test
  void timedClaimsThrowAFirstRoundAway() throws IOException {
    ClaimResult result =
        new ClaimTrial(folder, false, false, this::run).of(claim(YAML + "timed: true\n"));
    assertEquals(3, result.measured().size());
    assertEquals(8, typed.size());
    assertTrue(typed.getFirst().contains("--epochs 50"), "the full form");
  }

  @Test
  void timedCommandsRunInTurn() throws IOException {
    String timed = YAML.replace("seeds: \"3\"", "seeds: \"2\", rounds: \"5\"") + "timed: true\n";
    ClaimResult result = new ClaimTrial(folder, true, false, this::run).of(claim(timed));
    assertEquals(
        List.of("a0", "b0", "a0", "b0", "a1", "b1", "a0", "b0", "a1", "b1", "a0", "b0"),
        typed.stream().map(ClaimTrialTest::nameAndSeed).toList());
    assertEquals(List.of(0.5, 5.0 / 11, 0.5, 5.0 / 11, 0.5), result.measured());
    assertEquals(Math.sqrt(0.3), result.curveDeviations().get("a"), 1e-12);
    typed.clear();
    new ClaimTrial(folder, true, true, this::run).of(claim(timed));
    assertEquals(4, typed.size(), "without times a seed is run once");
  }

  private static String nameAndSeed(String typed) {
    int seed = typed.indexOf("--seed ") + 7;
    return (typed.contains("--recipe b") ? "b" : "a") + typed.charAt(seed);
  }

  @Test
  void boundsDecide() throws IOException {
    var trial = new ClaimTrial(folder, true, false, this::run);
    assertEquals("partly", trial.of(claim(YAML.replace("<= 0.6", "<= 0.3"))).verdict());
    assertEquals(
        "does not hold",
        trial.of(claim(YAML.replace("<= 0.6", "<= 0.1").replace("<= 0.8", "<= 0.2"))).verdict());
  }

  @Test
  void aCommandThatFailsIsTheReason() throws IOException {
    var trial =
        new ClaimTrial(
            folder,
            true,
            false,
            words -> {
              throw new CommandFailedException("no GPU");
            });
    ClaimResult result = trial.of(claim(YAML));
    assertEquals("not tried", result.verdict());
    assertEquals("no GPU", result.why());
    assertTrue(ClaimTable.markdown(List.of(result)).contains("no GPU"));
  }

  @Test
  void aFigureThatIsNotThereIsTheReason() throws IOException {
    String yaml = YAML.replace("b.x / a.x", "b.metis.x / a.x");
    ClaimResult result = new ClaimTrial(folder, true, false, this::run).of(claim(yaml));
    assertEquals("not tried", result.verdict());
    assertTrue(result.why().contains("b.metis.x is not in the results"), result.why());
  }

  @Test
  void furtherConditionsDecideToo() throws IOException {
    String checks =
        """
        checks:
          - {what: "x of b", formula: b.x, holds: "5..5"}
          - {what: "same", formula: "same(a.x, b.x)", holds: "0..0"}
          - {what: "seconds", formula: "a.x", holds: "<= 1", timed: true}
        """;
    ClaimResult result = new ClaimTrial(folder, true, false, this::run).of(claim(YAML + checks));
    assertEquals("partly", result.verdict(), "a condition fails");
    assertEquals(List.of(true, true, false), result.checks().stream().map(c -> c.holds()).toList());
    assertEquals(8, typed.size(), "a first round is thrown away");
    typed.clear();
    result = new ClaimTrial(folder, true, true, this::run).of(claim(YAML + checks));
    assertEquals(6, typed.size());
    assertEquals("partly", result.verdict(), "a condition was not measured");
    assertNull(result.checks().getLast().value());
  }

  @Test
  void aBusyMachineGivesNoTimes() throws IOException {
    ClaimResult result =
        new ClaimTrial(folder, true, true, this::run).of(claim(YAML + "timed: true\n"));
    assertEquals("not tried", result.verdict());
    assertEquals(Map.of(), result.curve());
  }

  @Test
  void theControlAndTheSecondHalfAreMeasuredInEveryRepetition() throws IOException {
    String yaml =
        YAML
            + """
            baseline: a
            control: {command: b, off: rate=0, formula: "a.x - b.x", within: "<= 1"}
            half: {claim: faster, place: Table 2, published: twice, figure: a over b,
              formula: "a.x / b.x", unit: ratio, holds: ">= 2", timed: true}
            """;
    ClaimResult result = new ClaimTrial(folder, true, false, this::run).of(claim(yaml));
    assertEquals(List.of(5.0, 6.0, 7.0), result.run().control());
    assertEquals(List.of(10 / 5.0, 11 / 5.0, 12 / 5.0), result.half().measured());
    assertEquals("atoll train --epochs 2 --seed 0", result.form().baseline());
    assertEquals("<= 0.6", result.form().holds());
    assertEquals("<= 1 for a.x - b.x", result.form().conditions().get("control, rate=0"));
    result = new ClaimTrial(folder, true, true, this::run).of(claim(yaml));
    assertEquals(List.of(), result.half().measured(), "seconds on a busy machine");
    assertEquals(3, result.run().control().size());
  }

  @Test
  void aControlOrBaselineMustBeACommand() {
    for (String field :
        List.of("baseline: c", "control: {command: c, off: x, formula: a.x, within: '<= 1'}")) {
      IOException refused =
          assertThrows(IOException.class, () -> claim(YAML + field + System.lineSeparator()));
      assertTrue(refused.getMessage().contains("found 'c'"), refused.getMessage());
    }
  }

  /** The settings of a claim's command; options and settings have the same names. */
  private static Settings settings(List<String> words) {
    List<Assignment> lines = new ArrayList<>();
    for (int i = 1; i + 1 < words.size(); i += 2) {
      String option = words.get(i);
      lines.add(
          option.equals("--set")
              ? Assignment.ofPair(words.get(i + 1), option)
              : new Assignment(option.substring(2), words.get(i + 1), option));
    }
    return Settings.of(lines);
  }

  /** All claims, and their forms for a GPU. */
  private static List<Claim> forms() {
    List<Claim> forms = new ArrayList<>(ClaimLibrary.all());
    ClaimLibrary.all().stream()
        .filter(claim -> claim.gpu() != null)
        .map(Claim::onGpu)
        .forEach(forms::add);
    return forms;
  }

  private static List<Claim> formsForAGpu() {
    return forms().subList(ClaimLibrary.all().size(), forms().size());
  }

  @Test
  void formsForAGpuSayThatTheyAreOfOneDevice() {
    assertEquals(List.of(22, 23, 24), formsForAGpu().stream().map(Claim::number).toList());
    for (Claim claim : formsForAGpu()) {
      assertTrue(claim.figure().contains("one GPU"), claim.figure());
      assertTrue(claim.hasTimes());
    }
    assertTrue(formsForAGpu().getFirst().remark().contains("stay logical"));
  }

  /** A device that counts stands for the GPU. */
  @Test
  void formulasForAGpuNameFieldsThatLoadsWrite() {
    for (Claim claim : formsForAGpu()) {
      Map<String, JsonNode> results = new HashMap<>();
      for (Map.Entry<String, String> command : claim.commands().entrySet()) {
        List<String> words = List.of(command.getValue().split(" ", -1));
        if (words.getFirst().equals("bench")) {
          assertEquals("cuda", words.get(words.indexOf("--device") + 1));
          results.put(command.getKey(), loads(words.get(words.indexOf("--rows") + 1)));
        }
      }
      List<String> formulas = new ArrayList<>(claim.curve().values());
      formulas.add(claim.formula());
      for (String formula : formulas) {
        double value = Formula.value(formula, results);
        assertTrue(Double.isFinite(value) && value > 0, formula + ": " + value);
      }
    }
  }

  private static JsonNode loads(String shares) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    try (Dataset dataset = KnownGraphs.like("products-even", 0.001, 1).inMemory(1)) {
      var benchmark = new LoadBenchmark(dataset, Fanouts.of(3, 2), 64, 32, 8, 3, 1, 1);
      benchmark.measure(
          CountingDevice.open(), List.of(shares.split(",", -1)), Screen.plain(nowhere, nowhere));
      return new ObjectMapper().valueToTree(benchmark.result());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyRunOfAClaimIsSoundAndEverySettingHasAnEffect(boolean quick) {
    for (Claim claim : forms()) {
      for (List<String> words : ClaimTrial.commands(claim, quick, folder)) {
        if (words.getFirst().equals("train")) {
          Settings settings = settings(words);
          assertNotNull(TrainingRun.of(settings).plan());
          assertEquals(
              Map.of(), UnusedSettings.of(settings), () -> "claim " + claim.number() + " " + words);
        }
      }
    }
  }

  /** A run of DGS has all fields that claims read. Of other commands nothing is known here. */
  @Test
  void formulasNameFieldsThatTrainingWrites() throws IOException {
    JsonNode result =
        Outcome.of(
                "train --recipe dgs --workers 2 --epochs 1 --set model.hidden=4 --json - --out"
                    .concat(" " + folder.resolve("run"))
                    .split(" ", -1))
            .succeeded()
            .json();
    ((ObjectNode) result.get("test")).put("auc", 0.5); // as graphs of two classes have it
    int evaluated = 0;
    for (Claim claim : forms()) {
      Map<String, JsonNode> results = new HashMap<>();
      claim.commands().forEach((name, command) -> put(results, name, command, result));
      List<String> formulas = new ArrayList<>(claim.curve().values());
      claim.checks().forEach(check -> formulas.add(check.formula()));
      if (claim.formula() != null) {
        formulas.add(claim.formula());
      }
      if (claim.control() != null) {
        formulas.add(claim.control().formula());
      }
      if (claim.half() != null) {
        formulas.add(claim.half().formula());
      }
      for (String formula : formulas) {
        if (claim.commands().keySet().stream()
            .filter(name -> !results.containsKey(name))
            .noneMatch(name -> formula.contains(name + "."))) {
          assertDoesNotThrow(() -> Formula.value(formula, results), "claim " + claim.number());
          evaluated++;
        }
      }
    }
    assertTrue(evaluated > 50, evaluated + " formulas");
  }

  private static void put(
      Map<String, JsonNode> results, String name, String command, JsonNode result) {
    if (command.startsWith("train ")) {
      results.put(name, result);
    }
  }

  @Test
  void allClaimsAreWhole() {
    List<Claim> all = ClaimLibrary.all();
    assertEquals(
        IntStream.rangeClosed(1, 31).boxed().toList(), all.stream().map(Claim::number).toList());
    var names = new HashSet<String>();
    for (Claim claim : forms()) {
      assertFalse(claim.place().isBlank());
      if (claim.cannot() == null) {
        assertNotNull(claim.figure(), claim.claim());
        for (boolean quick : List.of(true, false)) {
          int rounds = Integer.parseInt(claim.values(quick).getOrDefault("rounds", "1"));
          assertEquals(claim.hasTimes(), rounds >= 3, "rounds of claim " + claim.number());
        }
        assertFalse(claim.commands().isEmpty(), claim.claim());
        claim.commands().keySet().forEach(names::add);
        claim.curve().values().forEach(formula -> assertFalse(formula.isBlank()));
      }
    }
    assertFalse(names.isEmpty());
  }

  @Test
  void claimsAboutAccuracyHaveAControlAndFiveSeeds() {
    List<Integer> compared = new ArrayList<>();
    for (Claim claim : ClaimLibrary.all()) {
      if ("points".equals(claim.unit())) {
        compared.add(claim.number());
        assertNotNull(claim.control(), "control of claim " + claim.number());
        assertTrue(claim.control().formula().contains(claim.control().command() + ".test."));
        Map<String, String> full = claim.values(false);
        int seeds = Integer.parseInt(full.get("seeds"));
        assertTrue(seeds >= Criterion.SEEDS, "seeds of claim " + claim.number());
        assertTrue(
            Integer.parseInt(full.getOrDefault("rounds", "1")) <= seeds,
            "a seed that runs twice is no second seed");
      }
      claim.checks().stream()
          .filter(check -> check.formula().contains(".test.accuracy"))
          .forEach(check -> assertEquals("points", check.unit(), check.what()));
    }
    assertEquals(List.of(3, 9, 10, 11, 15, 26, 28), compared);
  }

  @Test
  void claimsThatWereChangedSaySo() {
    List<Integer> changed =
        ClaimLibrary.all().stream()
            .filter(claim -> !claim.history().isEmpty())
            .map(Claim::number)
            .toList();
    assertTrue(changed.containsAll(List.of(1, 2, 5, 9, 22, 29)), changed.toString());
  }
}
