package dev.atoll.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.recipe.model.TrainedModel;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.cpu.CpuBackend;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies of the plug-in, found by their names. */
class PluginTest {
  private static final Recipe BATCHES =
      Recipe.named("distdgl").with("epochs", 4).with("threads", 1).with("batch", 32);
  private static final Recipe FULL =
      Recipe.named("vanilla").with("epochs", 6).with("threads", 1).with("workers", 2);

  @TempDir private Path folder;

  @Test
  void growingDrawsFewerNeighboursAtFirst() throws IOException {
    try (Session session = Session.open("cora")) {
      RunResult usual = session.train(BATCHES, _ -> {}).result();
      RunResult growing = session.train(BATCHES.with("sampler", "growing"), _ -> {}).result();
      RunResult atOnce =
          session
              .train(BATCHES.with("sampler", "growing").with("sampler.start", 0), _ -> {})
              .result();
      assertTrue(growing.totalBytesPerEpoch() < usual.totalBytesPerEpoch());
      assertNotEquals(usual.weightsSha256(), growing.weightsSha256());
      assertEquals(usual.weightsSha256(), atOnce.weightsSha256(), "no cheap steps");
    }
  }

  @Test
  void turnsSendAboutHalf() throws IOException {
    try (Session session = Session.open("cora")) {
      RunResult always = session.train(FULL, _ -> {}).result();
      RunResult turns = session.train(FULL.with("exchange.refresh", "turns"), _ -> {}).result();
      assertEquals(0, always.broadcasts().skipped());
      assertTrue(turns.broadcasts().skipped() > 0, turns.broadcasts()::toString);
      assertTrue(turns.totalBytesPerEpoch() < always.totalBytesPerEpoch());
    }
  }

  @Test
  void theCommandLineFindsTheSampler() throws Exception {
    RunResult run =
        trained("--recipe", "distdgl", "--set", "sampler=growing", "--set", "sampler.start=0.5");
    assertEquals("growing", run.settings().get("sampler"));
  }

  @Test
  @Tag("slow")
  void theCommandLineFindsTheRefreshRule() throws Exception {
    RunResult run =
        trained("--recipe", "vanilla", "--set", "exchange.refresh=turns", "--engine", "processes");
    assertTrue(run.broadcasts().skipped() > 0, run.broadcasts()::toString);
  }

  @Test
  void aLayerOfOnesOwnIsTrainedAndOpenedByName() throws IOException {
    Path run = folder.resolve("own");
    Recipe mean = FULL.with("model", "mean").with("model.activation", "elu");
    try (Session session = Session.open("cora");
        var cpu = CpuBackend.open(1)) {
      RunResult result = session.train(mean, run, _ -> {}).result();
      assertEquals("mean", result.model());
      RunResult relu = session.train(FULL.with("model", "mean"), _ -> {}).result();
      assertNotEquals(result.weightsSha256(), relu.weightsSha256());
      try (Dataset cora = DatasetCatalog.standard().open("cora");
          var model = TrainedModel.open(run.resolve("model"), cora, cpu)) {
        assertEquals(result.test(), model.evaluate().test().byName());
      }
    }
  }

  @Test
  void otherKindsDoNotReadItsSetting() {
    Recipe recipe = FULL.with("model", "gcn").with("model.activation", "elu");
    String message = assertThrows(SettingsException.class, () -> trainedHere(recipe)).getMessage();
    assertTrue(message.contains("model=gcn does not read it"), message);
    assertTrue(message.contains("choose another model: mean"), message);
  }

  private static void trainedHere(Recipe recipe) throws IOException {
    try (Session session = Session.open("cora")) {
      session.train(recipe, _ -> {});
    }
  }

  @Test
  void theCommandLineTrainsItInProcessesAndPredicts() throws Exception {
    RunResult run = trained("--recipe", "vanilla", "--model", "mean", "--engine", "processes");
    assertEquals("mean", run.settings().get("model"));
    Path out = folder.resolve("predicted.csv");
    List<String> predict =
        List.of("predict", folder.resolve("run").toString(), "--quiet", "--out", out.toString());
    String classPath = System.getProperty("java.class.path");
    printed(0, classPath, predict);
    assertTrue(Files.size(out) > 0);
    String without =
        Stream.of(classPath.split(File.pathSeparator))
            .filter(entry -> !entry.contains("examples" + File.separator + "target"))
            .collect(Collectors.joining(File.pathSeparator));
    String problem = printed(2, without, predict);
    assertTrue(problem.contains("model cannot be 'mean'"), problem);
    assertTrue(problem.contains("name it in ATOLL_CLASSPATH"), problem);
  }

  /** The result of {@code atoll train}. */
  private RunResult trained(String... options) throws IOException, InterruptedException {
    Path run = folder.resolve("run");
    List<String> arguments = new ArrayList<>(List.of("train"));
    arguments.addAll(List.of(options));
    arguments.addAll(
        List.of("--workers", "2", "--epochs", "4", "--quiet", "--out", run.toString()));
    printed(0, System.getProperty("java.class.path"), arguments);
    return new RunFolder(run).readResult();
  }

  /** What a command prints, which is started as the launcher starts it. */
  private static String printed(int code, String classPath, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                "dev.atoll.app.Atoll"));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(code, process.waitFor(), printed);
    return printed;
  }
}
