package dev.atoll.app.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.compare.Comparison;
import dev.atoll.app.memory.MemoryLimit;
import dev.atoll.app.plan.draw.SamplingSpeed;
import dev.atoll.app.plan.kernel.Speed;
import dev.atoll.app.plan.kernel.SpeedTest;
import dev.atoll.app.plan.kernel.Work;
import dev.atoll.app.screen.Screen;
import dev.atoll.comm.Purpose;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.recipe.compose.Shards;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Precision;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.recipe.settings.SettingsLibrary;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.store.FeatureRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions for small models on Cora. */
class PlannerTest {
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
    return planner(cluster, Optional.empty());
  }

  private static Planner planner(ClusterSpec cluster, Optional<GpuSpec> gpu) {
    return new Planner(
        MachineSpeed.given(SPEED),
        cluster,
        gpu,
        Screen.plain(System.out, System.err).silenced(true),
        0.2);
  }

  /** Memory of batches grows for as long as there are larger ones to come. */
  private static void check(List<CheckedPrediction> all, double tolerance, double memoryTolerance) {
    for (CheckedPrediction one : all) {
      Measured run = one.measured().orElseThrow();
      String recipe = one.prediction().label();
      for (Purpose purpose : Purpose.values()) {
        long measured = run.bytes().get(purpose);
        assertEquals(
            (double) measured,
            one.prediction().bytes().get(purpose),
            tolerance * measured,
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
        planner(ClusterSpec.here())
            .check(cora, candidates("vanilla,sancus-e,sancus-h", "workers=2")),
        0,
        0.01);
  }

  /**
   * What a planner shows while the second of two recipes cannot be predicted, as if interrupted.
   */
  private static String shownOfAnInterruptedPlan(Predicting work) throws IOException {
    var shown = new ByteArrayOutputStream();
    var screen = Screen.plain(System.out, new PrintStream(shown, true, UTF_8));
    var planner =
        new Planner(MachineSpeed.given(SPEED), ClusterSpec.here(), Optional.empty(), screen, 0.01);
    List<Candidate> two = new ArrayList<>(candidates("single"));
    two.add(null);
    assertThrows(NullPointerException.class, () -> work.of(planner, two));
    return shown.toString(UTF_8);
  }

  @FunctionalInterface
  private interface Predicting {
    void of(Planner planner, List<Candidate> candidates) throws IOException;
  }

  @Test
  void aPredictionIsShownAsSoonAsItIsMade() throws IOException {
    String shown = shownOfAnInterruptedPlan((planner, two) -> planner.predict(cora, two));
    assertTrue(shown.contains("single on 1 worker: "), shown);
  }

  @Test
  void aCheckedPredictionIsShownAsSoonAsItIsMeasured() throws IOException {
    String shown = shownOfAnInterruptedPlan((planner, two) -> planner.check(cora, two));
    assertTrue(shown.contains("single on 1 worker: "), shown);
    assertTrue(shown.contains("of memory; measured: "), shown);
  }

  /** Draws are functions of their keys: the same epochs ask for the same rows. */
  @Test
  void bytesOfDrawsAreThoseOfARun() throws IOException {
    check(planner(ClusterSpec.here()).check(cora, candidates("distdgl", "workers=2")), 0, 0.3);
  }

  @Test
  @Tag("slow")
  void bytesOfAllRecipesAreThoseOfARun() throws IOException {
    check(
        planner(ClusterSpec.here())
            .check(
                cora, candidates(String.join(",", SettingsLibrary.RECIPES.names()), "workers=2")),
        0,
        0.3);
  }

  /** Draws that depend on gradients, and only once the gradients have been ranked. */
  @Test
  void bytesThatDependOnResultsAreThoseOfARun() throws IOException {
    List<CheckedPrediction> all =
        planner(ClusterSpec.here())
            .check(
                cora,
                candidates(
                    "gradient-importance",
                    "workers=2",
                    "gradients.every=4",
                    "fanouts=10,10",
                    "epochs=8"));
    check(all, 0, 0.3);
  }

  /** The slow link takes hours, beside which nothing counts that a busy machine does. */
  @Test
  @Tag("slow")
  void aSlowLinkTakesTime() throws IOException {
    List<Candidate> vanilla = candidates("vanilla", "workers=2");
    CostPrediction fast = only("cores=4,memory=1G,gbps=100", vanilla);
    CostPrediction slow = only("cores=4,memory=1G,gbps=0.000001", vanilla);
    double sent = slow.totalBytes() / 2.0 * 8 / 1e3;
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

  private static MemoryLimit limit(long bytes) {
    return new MemoryLimit(bytes, "cgroup /small");
  }

  @Test
  void aRunThatCannotFitIsRefusedWithTheNumbers() {
    Settings settings = candidates("vanilla").getFirst().settings();
    LeastMemory least = LeastMemory.of(settings, cora);
    assertEquals(2 * 2708L * 16 * 4, least.hiddenBytes());
    least.requireWithin(limit(1L << 30));
    var e = assertThrows(IllegalStateException.class, () -> least.requireWithin(limit(1000)));
    assertTrue(e.getMessage().contains("but cgroup /small has 1000 B"), e.getMessage());
  }

  /** Cora's rows are sparse: copied as non-zeros, and with all zeros once columns are scaled. */
  @Test
  void sparseFeaturesOfMiniBatchesAreCountedAsTheyAreHeld() {
    Features.Sparse rows = (Features.Sparse) cora.features().orElseThrow();
    long nonZeros = FeatureRows.start(rows, rows.rows());
    Settings none = candidates("distdgl", "features.normalize=none").getFirst().settings();
    assertEquals(rows.rows() * 8 + nonZeros * 8, LeastMemory.of(none, cora).rowBytes());
    Settings standard = candidates("distdgl", "features.normalize=standard").getFirst().settings();
    LeastMemory least = LeastMemory.of(standard, cora);
    assertTrue(least.rowBytes() >= 4L * rows.rows() * rows.width(), least.toString());
    String advice =
        assertThrows(
                IllegalStateException.class, () -> least.requireWithin(limit(least.bytes() - 1)))
            .getMessage();
    assertTrue(advice.contains("take features.normalize=row or none, which keeps"), advice);
    assertFalse(advice.contains("fastsample"), advice);
  }

  @Test
  void aMachineNeedsTheMemoryOfItsOwnWorkers() {
    var need = new LeastMemory(500, 400, 200, 300, 100, 0, "less");
    need.times(0.25).requireWithin(limit(400));
    assertThrows(IllegalStateException.class, () -> need.times(0.25).requireWithin(limit(370)));
    var cut = new LeastMemory(1, 1, 1, 1, 1, 900, "less");
    var e =
        assertThrows(IllegalStateException.class, () -> cut.times(0.25).requireWithin(limit(800)));
    assertTrue(e.getMessage().contains("partitioner=stream"), e.getMessage());
  }

  /** The need of the other machines is theirs. */
  @Test
  void aLeadNeedsTheShareOfItsOwnWorkers() {
    Settings settings =
        candidates("vanilla", "workers=4", "engine=processes", "hosts=a,b,c,d")
            .getFirst()
            .settings();
    LeastMemory all = LeastMemory.of(settings, cora);
    long own = all.times(0.25).bytes();
    assertTrue(own < all.bytes());
    LeastMemory.require(settings, cora, limit(own));
    var e =
        assertThrows(
            IllegalStateException.class, () -> LeastMemory.require(settings, cora, limit(own - 1)));
    assertTrue(e.getMessage().contains("but cgroup /small has"), e.getMessage());
  }

  /** A machine of four that runs one of four workers asks for a quarter. */
  @Test
  void aHostNeedsItsShareOfAnyRun(@TempDir Path folder) throws IOException {
    Settings settings =
        candidates("distdgl", "workers=4", "engine=processes").getFirst().settings();
    Path shards = Shards.prepare(settings, cora, folder.resolve("shards"), RunLog.SILENT);
    LeastMemory all = LeastMemory.of(settings, cora);
    LeastMemory one = LeastMemory.ofHost(settings, ShardFolder.open(shards), List.of(2));
    assertEquals(all.programBytes() / 4, one.programBytes());
    assertEquals(all.hiddenBytes() / 4, one.hiddenBytes());
    assertEquals(0, one.cutBytes(), "the lead cuts");
    assertTrue(all.cutBytes() > 0);
  }

  /** Rehearses some of the workers of a recipe where all could be, and compares. */
  private static void compareSomeToAll(String recipe, double tolerance) throws IOException {
    Candidate candidate = candidates(recipe, "workers=12").getFirst();
    Planner planner = planner(ClusterSpec.of("cores=2,memory=8G,gbps=10"));
    try (var dryRuns =
        new DryRunShards(cora, Screen.plain(System.out, System.err).silenced(true))) {
      CostPrediction all = planner.predictOfAll(candidate, dryRuns);
      CostPrediction some = planner.predictOfSome(candidate, dryRuns, _ -> {});
      assertEquals(12, some.workers());
      assertEquals(all.steps(), some.steps(), recipe);
      assertTrue(
          some.note().startsWith("4 of 12 workers rehearsed (most edges, most rows, "),
          some.note());
      assertEquals(4, some.rehearsed().size());
      assertEquals("", all.note());
      for (Purpose purpose : List.of(Purpose.BOUNDARY, Purpose.FEATURES, Purpose.SAMPLING)) {
        double expected = all.bytes().get(purpose);
        assertEquals(
            expected, some.bytes().get(purpose), tolerance * expected, recipe + " " + purpose);
      }
      assertEquals(all.bytes().get(Purpose.GRADIENTS), some.bytes().get(Purpose.GRADIENTS), recipe);
      assertEquals(
          (double) all.peakBytes(), (double) some.peakBytes(), tolerance * all.peakBytes(), recipe);
      assertEquals(all.hostBytes(), some.hostBytes(), recipe);
    }
  }

  @Test
  @Tag("slow")
  void someOfManyWorkersTellWhatAllNeed() throws IOException {
    compareSomeToAll("vanilla", 0.25);
    compareSomeToAll("distdgl", 0.25);
  }

  @Test
  void partsAreAsLargeAsTheirShards(@TempDir Path folder) throws IOException {
    Settings settings = candidates("vanilla", "workers=12").getFirst().settings();
    Screen quiet = Screen.plain(System.out, System.err).silenced(true);
    Path cut = Shards.prepare(settings, cora, folder.resolve("cut"), quiet);
    Settings given = settings.with(Keys.SHARDS, cut.toString(), "test");
    PartSizes sizes = PartSizes.of(cora.graph(), Shards.partitioning(given, cora, 1));
    ShardFolder shards = ShardFolder.open(cut);
    for (int part = 0; part < 12; part++) {
      assertEquals(shards.book().coreCount(part), sizes.nodes(part));
      assertEquals(shards.edgeCount(part), sizes.edges(part));
      assertEquals(shards.haloCount(part), sizes.halo(part));
    }
    List<SampledRanks.Choice> chosen = new SampledRanks(sizes, settings).choose();
    assertEquals("most edges", chosen.getFirst().trait());
    assertEquals(
        IntStream.range(0, 12).mapToLong(sizes::edges).max().orElseThrow(),
        sizes.edges(chosen.getFirst().part()));
    assertTrue(
        chosen.stream()
            .anyMatch(
                choice ->
                    sizes.rows(choice.part())
                        == IntStream.range(0, 12).mapToLong(sizes::rows).max().orElseThrow()));
  }

  @Test
  void aGpuThatIsNotHereIsPlannedFor() throws IOException {
    List<Candidate> candidates = candidates("vanilla,distdgl", "workers=2", "device=cuda");
    ClusterSpec cluster = ClusterSpec.of("cores=4,memory=8G,gbps=100");
    GpuSpec h200 = GpuSpec.stated("h200", Precision.FP32);
    for (CostPrediction p : planner(cluster, Optional.of(h200)).predict(cora, candidates)) {
      assertEquals("", p.problem());
      assertTrue(p.deviceBytes() > 0 && p.deviceBytes() <= p.peakBytes(), p.toString());
      assertTrue(p.totalBytes() > 0, p.toString());
      assertEquals(p.deviceBytes(), p.json().get("deviceBytesPerWorker"));
    }
    Speed even = SpeedTest.even(1e6);
    var slow = new GpuSpec("slow", 1 << 20, even, SamplingSpeed.estimated(even, 1e6), "stated");
    CostPrediction large = planner(cluster, Optional.of(slow)).predict(cora, candidates).getFirst();
    assertTrue(large.problem().contains("on the GPU, which has 1.00 MiB (slow)"), large.problem());
    assertTrue(large.seconds() > 0.1, large.toString());
  }

  private static CostPrediction sampledOn(String gpu, String... pairs) throws IOException {
    return sampledOn(gpu, List.of(), pairs);
  }

  private static CostPrediction sampledOn(String gpu, List<String> common, String... pairs)
      throws IOException {
    List<String> all =
        new ArrayList<>(List.of("workers=1", "device=cuda", "features.normalize=standard"));
    all.addAll(common);
    all.addAll(List.of(pairs));
    Candidate candidate = candidates("fastsample", all.toArray(String[]::new)).getFirst();
    GpuSpec spec = GpuSpec.stated(gpu, Precision.of(candidate.settings()));
    return planner(ClusterSpec.of("cores=4,memory=8G"), Optional.of(spec))
        .predict(cora, List.of(candidate))
        .getFirst();
  }

  /** Cora's graph, 1433 columns of 2708 rows, tables of nodes, and batches. */
  @Test
  void batchesThatAGpuDrawsArePlannedAsSuch() throws IOException {
    long rows = 2708L * 1440 * Float.BYTES;
    // Buffers grow to the largest batch of the epochs that there is time for: 112 rows at most.
    double ofBatches = 0.2 * rows;
    // Batches made ahead: as many as there is time for.
    List<String> small = List.of("schedule=sequential", "batch=16", "fanouts=2,2");
    CostPrediction all = sampledOn("t4", small);
    CostPrediction few = sampledOn("t4", small, "device.rows=0.1n");
    CostPrediction none = sampledOn("t4", small, "device.rows=0.1n", "device.pinned=0");
    CostPrediction host = sampledOn("t4", small, "sample.device=host");
    assertEquals("", all.problem());
    assertTrue(all.deviceBytes() > rows, all.toString());
    assertEquals(all.deviceBytes() - 0.9 * rows, (double) few.deviceBytes(), ofBatches);
    assertEquals(0.9 * rows, (double) few.hostBytes(), 0.01 * rows);
    assertEquals(0, all.hostBytes());
    assertEquals((double) few.deviceBytes(), (double) none.deviceBytes(), ofBatches);
    assertEquals(0, none.hostBytes());
    // No table of rows.
    assertTrue(host.deviceBytes() < all.deviceBytes(), host.toString());
    assertTrue(few.phases().get(Phase.FETCH) > all.phases().get(Phase.FETCH), few.toString());
    assertTrue(all.phases().get(Phase.SAMPLE) > 0, all.toString());
  }

  @Test
  void formatsOfSixteenBitsTakeLessMemoryOnAGpu() throws IOException {
    CostPrediction full = sampledOn("l4", "model.hidden=256");
    CostPrediction half = sampledOn("l4", "model.hidden=256", "precision=bf16");
    assertTrue(half.deviceBytes() < full.deviceBytes(), half + " " + full);
    assertTrue(sampledOn("l4", "precision=tf32").fits());
    var e =
        assertThrows(
            SettingsException.class,
            () -> only("cores=4,memory=8G", candidates("single", "precision=bf16")));
    assertTrue(e.getMessage().contains("device=cuda"), e.getMessage());
  }

  @Test
  void rowsThatDoNotFitTheGpuAreNamed() throws IOException {
    Speed even = SpeedTest.even(1e9);
    var small = new GpuSpec("small", 8 << 20, even, SamplingSpeed.estimated(even, 1e9), "stated");
    Planner planner = planner(ClusterSpec.of("cores=4,memory=8G"), Optional.of(small));
    String[] pairs = {
      "workers=1", "device=cuda", "features.normalize=standard", "device.rows=1.0n"
    };
    CostPrediction all = planner.predict(cora, candidates("fastsample", pairs)).getFirst();
    assertTrue(all.problem().contains("on the GPU, which has 8.00 MiB (small)"), all.problem());
  }

  @Test
  void gpusAreDescribedByName() {
    var e = assertThrows(SettingsException.class, () -> GpuSpec.stated("h2000", Precision.FP32));
    assertTrue(e.getMessage().contains("h200"), e.getMessage());
    double plain =
        GpuSpec.stated("h100", Precision.FP32).speed().perCore().get(Work.PRODUCTS).getFirst();
    double tensors =
        GpuSpec.stated("h100", Precision.TF32).speed().perCore().get(Work.PRODUCTS).getFirst();
    assertTrue(tensors > 5 * plain);
  }
}
