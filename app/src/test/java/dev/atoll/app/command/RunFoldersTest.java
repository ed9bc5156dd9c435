package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.Atoll;
import dev.atoll.recipe.run.FolderLock;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Run folders have one writer at a time, and find their data from anywhere. */
class RunFoldersTest {
  private static final String[] SMALL = {
    "--epochs", "2", "--set", "model.hidden=4", "--quiet", "--preset", "none"
  };

  @TempDir private Path folder;
  private Path run;

  @BeforeEach
  void name() {
    run = folder.resolve("run");
  }

  private static Outcome train(String... more) {
    return Outcome.of(
        Stream.of(Stream.of("train"), Stream.of(SMALL), Stream.of(more))
            .flatMap(args -> args)
            .toArray(String[]::new));
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.collect(
          Collectors.toMap(file -> file.getFileName().toString(), file -> "" + size(file)));
    }
  }

  private static long size(Path file) {
    return file.toFile().length();
  }

  @Test
  void aRunThatIsWrittenIsNeitherReplacedNorResumed() throws IOException {
    train("--out", run.toString()).succeeded();
    String pid = "process " + ProcessHandle.current().pid();
    try (FolderLock _ = FolderLock.take(run)) {
      Map<String, String> before = contents(run);
      train("--out", run.toString(), "--overwrite").failed(1, run.toString(), "in use", pid);
      assertEquals(before, contents(run));
      Files.delete(run.resolve("result.json"));
      Outcome.of("train", "--resume", run.toString()).failed(1, run.toString(), "in use", pid);
      Outcome.of("train", "--config", run + "/config.yaml", "--out", run.toString(), "--overwrite")
          .failed(1, "in use", pid);
    }
    train("--out", run.toString(), "--overwrite").succeeded();
    assertFalse(Files.exists(run.resolve("run.lock")));
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aRunInterruptedBeforeItsFirstCheckpointSaysThatNothingIsLeft() throws Exception {
    Path log = folder.resolve("log.txt");
    String[] endless = {
      "train", "--epochs", "100000", "--set", "checkpoint.every=100000000", "--out", run.toString()
    };
    Process training =
        JavaProcess.of(List.of("-Xmx256m"), Atoll.class, endless)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      Await.until(
          "metrics", () -> Files.exists(run.resolve("metrics.jsonl")) || !training.isAlive());
      assertEquals(0, new ProcessBuilder("kill", "-INT", "" + training.pid()).start().waitFor());
      assertEquals(130, training.waitFor());
    } finally {
      training.destroyForcibly();
    }
    String said = Files.readString(log);
    assertTrue(said.contains("interrupted before the first checkpoint"), said);
    assertTrue(said.contains("checkpoint.every=N"), said);
    assertFalse(Files.exists(run), said);
  }

  @Test
  void aComparisonThatIsWrittenIsNotResumed() throws IOException {
    Path compared = folder.resolve("compared");
    Outcome.of(
            "compare",
            "--recipes",
            "single",
            "--seeds",
            "1",
            "--epochs",
            "1",
            "--set",
            "model.hidden=4",
            "--quiet",
            "--out",
            compared.toString())
        .succeeded();
    try (FolderLock _ = FolderLock.take(compared)) {
      Outcome.of("compare", "--resume", compared.toString()).failed(1, "in use");
    }
    Outcome.of("compare", "--resume", compared.toString(), "--quiet").succeeded();
  }

  @Test
  void aRefusedFolderGetsNoLock() throws IOException {
    Files.createDirectories(run);
    Files.writeString(run.resolve("mine.txt"), "mine");
    train("--out", run.toString(), "--overwrite").failed(1, "not a run");
    assertEquals(List.of("mine.txt"), List.copyOf(contents(run).keySet()));
  }

  private static void generate(Path data) {
    Outcome.of(
            "generate",
            "--kind=sbm",
            "--nodes=60",
            "--edges=200",
            "--communities=2",
            "--classes=2",
            "--out=" + data)
        .succeeded();
  }

  @Test
  void relativeFoldersBecomeAbsolute() throws IOException {
    Path data = folder.resolve("data");
    generate(data);
    Path relative = Path.of("").toAbsolutePath().relativize(data);
    train("--data", relative.toString(), "--out", run.toString()).succeeded();
    String config = Files.readString(run.resolve("config.yaml"));
    assertTrue(config.contains("data: '" + data.toAbsolutePath() + "'"), config);
    Outcome.of("evaluate", run.toString()).succeeded();
  }

  @Test
  void relativeFoldersOfOlderRunsAreFoundAboveTheRun() throws IOException {
    Path data = folder.resolve("project/data/graph");
    Path older = folder.resolve("project/runs/older");
    generate(data);
    train("--data", data.toString(), "--out", older.toString()).succeeded();
    Path config = older.resolve("config.yaml");
    List<String> lines = new ArrayList<>(Files.readAllLines(config));
    lines.set(0, "# Every setting of this run, and where it came from. To run it again:");
    lines.removeLast(); // older versions wrote no digest
    lines.replaceAll(line -> line.replace(data.toString(), "data/graph"));
    Files.write(config, lines);
    Outcome.of("evaluate", older.toString()).succeeded();
  }

  @Test
  void namesOfDatasetsStayNames() throws IOException {
    train("--data", "cora", "--out", run.toString()).succeeded();
    String config = Files.readString(run.resolve("config.yaml"));
    assertTrue(config.contains("\ndata: cora  #"), config);
  }
}
