package dev.atoll.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  /** The result of {@code atoll train}, which is started as the launcher starts it. */
  private RunResult trained(String... options) throws IOException, InterruptedException {
    Path run = folder.resolve("run");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.atoll.app.Atoll",
                "train"));
    command.addAll(List.of(options));
    command.addAll(List.of("--workers", "2", "--epochs", "4", "--quiet", "--out", run.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return new RunFolder(run).readResult();
  }
}
