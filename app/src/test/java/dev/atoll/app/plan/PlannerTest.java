package dev.atoll.app.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.compare.Comparison;
import dev.atoll.app.screen.Screen;
import dev.atoll.comm.Purpose;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsLibrary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Predictions for small models on Cora. */
class PlannerTest {
  /** Recipes that send more or less by the numbers they compute, which a dry run does not have. */
  private static final Set<String> BY_NUMBERS = Set.of("sancus-h", "dgs", "salient");

  private static final Speed SPEED = SpeedTest.even(1e10);

  private static Dataset cora;

  @BeforeAll
  static void open() throws IOException {
    cora = DatasetCatalog.standard().open("cora");
  }

  @AfterAll
  static void close() {
    cora.close();
  }

  private static List<Candidate> candidates(String recipes, String... pairs) {
    List<Assignment> said = new ArrayList<>();
    said.add(new Assignment("recipes", recipes, "test"));
    for (String pair : List.of("seeds=1", "model.hidden=16", "batch=32")) {
      said.add(Assignment.ofPair(pair, "test"));
    }
    for (String pair : pairs) {
      said.add(Assignment.ofPair(pair, "test"));
    }
    return Candidate.of(Comparison.of(said));
  }

  private static Planner planner(ClusterSpec cluster) {
    return new Planner(SPEED, cluster, Screen.plain(System.out, System.err).silenced(true), 0.2);
  }

  /** Memory of batches grows for as long as there are larger ones to come. */
  private static void check(List<CheckedPrediction> all, double tolerance, double memoryTolerance) {
    for (CheckedPrediction one : all) {
      Measured run = one.measured().orElseThrow();
      String recipe = one.prediction().label();
      long total = run.bytes().values().stream().mapToLong(Long::longValue).sum();
      for (Purpose purpose : Purpose.values()) {
        long measured = run.bytes().get(purpose);
        assertEquals(
            (double) measured,
            one.prediction().bytes().get(purpose),
            tolerance * measured + 0.01 * total,
            recipe + " " + purpose);
      }
      assertEquals(
          (double) run.peakBytes(),
          (double) one.prediction().peakBytes(),
          memoryTolerance * run.peakBytes(),
          recipe);
    }
  }

  @Test
  void bytesAndMemoryOfWholeGraphsAreThoseOfARun() throws IOException {
    check(
        planner(ClusterSpec.here()).check(cora, candidates("vanilla,sancus-e", "workers=2")),
        0.01,
        0.01);
  }

  @Test
  void bytesOfDrawsAreNearThoseOfARun() throws IOException {
    check(planner(ClusterSpec.here()).check(cora, candidates("distdgl", "workers=2")), 0.1, 0.3);
  }

  @Test
  @Tag("slow")
  void bytesOfAllRecipesAreNearThoseOfARun() throws IOException {
    check(
        planner(ClusterSpec.here())
            .check(
                cora,
                candidates(
                    SettingsLibrary.RECIPES.names().stream()
                        .filter(recipe -> !BY_NUMBERS.contains(recipe))
                        .collect(Collectors.joining(",")),
                    "workers=2")),
        0.15,
        0.3);
  }

  @Test
  void aSlowLinkTakesTimeAndALargerMachineSavesIt() throws IOException {
    List<Candidate> vanilla = candidates("vanilla", "workers=2");
    CostPrediction fast = only("cores=4,memory=1G,gbps=100", vanilla);
    CostPrediction slow = only("cores=4,memory=1G,gbps=0.001", vanilla);
    double sent = slow.totalBytes() / 2.0 * 8 / 1e6;
    assertTrue(slow.seconds() > 0.8 * sent, slow + " " + sent);
    assertTrue(fast.seconds() < slow.seconds() / 2);
    assertEquals("reduce", slow.dominant());
    assertEquals(fast.bytes(), slow.bytes());
  }

  private static CostPrediction only(String cluster, List<Candidate> candidates)
      throws IOException {
    return planner(ClusterSpec.of(cluster)).predict(cora, candidates).getFirst();
  }

  @Test
  void whatDoesNotFitSaysHowMuchItNeeds() throws IOException {
    CostPrediction large = only("cores=4,memory=100MiB", candidates("vanilla", "workers=2"));
    assertTrue(large.problem().contains("100 MiB"), large.problem());
    assertTrue(large.problem().contains("a worker needs"), large.problem());
    assertTrue(new Plan(List.of(large)).choice().isEmpty());
  }

  @Test
  void aRecipeForOneWorkerStaysOne() {
    List<Candidate> both = candidates("single,vanilla", "workers=2,4");
    assertEquals(
        List.of("single", "vanilla", "vanilla"), both.stream().map(Candidate::label).toList());
  }

  @Test
  void aRunThatCannotFitIsRefusedWithTheNumbers() {
    Settings settings = candidates("vanilla").getFirst().settings();
    LeastMemory least = LeastMemory.of(settings, cora);
    assertEquals(2708L * 16 * 4, least.bytes());
    least.requireWithin(1 << 20);
    var e = assertThrows(IllegalStateException.class, () -> least.requireWithin(1000));
    assertTrue(e.getMessage().contains("1000 B"), e.getMessage());
  }
}
