package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.report.ReportPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  @TempDir Path folder;

  private Outcome compare(String out, String... more) {
    var args = new ArrayList<>(List.of("compare", "--epochs", "3", "--set", "model.hidden=8"));
    args.addAll(Outcome.samples(more) ? List.of("--set", "batch=64") : List.of());
    args.addAll(List.of("--out", folder.resolve(out).toString()));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new));
  }

  private Outcome resume(String out, String... more) {
    var args = new ArrayList<>(List.of("compare", "--resume", folder.resolve(out).toString()));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new));
  }

  @Test
  void recipesOnWorkersWithSeeds() throws IOException {
    JsonNode json =
        compare(
                "c",
                "--recipes",
                "distdgl,fastsample",
                "--workers",
                "1,2",
                "--seeds",
                "2",
                "--json",
                "-")
            .succeeded()
            .json();
    assertEquals(8, json.get("runs").size());
    assertEquals(4, json.get("rows").size());
    JsonNode row = json.at("/rows/1");
    assertEquals("distdgl", row.get("recipe").asText());
    assertEquals(2, row.get("workers").asInt());
    double mean =
        (json.at("/runs/2/test/accuracy").asDouble() + json.at("/runs/3/test/accuracy").asDouble())
            / 2;
    assertEquals(mean, row.at("/accuracy/mean").asDouble(), 1e-12);
    double validation =
        (json.at("/runs/2/validation/accuracy").asDouble()
                + json.at("/runs/3/validation/accuracy").asDouble())
            / 2;
    assertEquals(validation, row.at("/validation/mean").asDouble(), 1e-12);
    assertTrue(row.at("/bytesPerEpoch/sampling/mean").asDouble() > 0);
    assertEquals(0, json.at("/rows/3/bytesPerEpoch/sampling/mean").asDouble());
    assertEquals(0, row.at("/trafficPerEpoch/0/0").asDouble());
    assertTrue(row.at("/trafficPerEpoch/0/1").asDouble() > 0);
    assertEquals(
        json.at("/runs/2/weightsSha256"), json.at("/runs/6/weightsSha256"), "the same draws");
    assertPage(json);
    for (JsonNode run : json.get("runs")) {
      assertTrue(Files.exists(Path.of(run.get("folder").asText()).resolve("result.json")));
    }
  }

  /** Links and splits that are made for a run, as train makes them. */
  @Test
  void tasksAndSplitsAreThoseOfTrain() throws IOException {
    String[] link = {
      "--recipes", "distdgl", "--workers", "1", "--seed", "0", "--json", "-", "--set", "task=link"
    };
    JsonNode found = compare("link", link).succeeded().json().at("/runs/0");
    assertTrue(found.at("/test/auc").asDouble() > 0, found.toString());
    String[] split = {
      "--recipes", "single", "--seed", "0", "--json", "-", "--set", "split=random:10/10/80"
    };
    assertTrue(
        compare("split", split).succeeded().json().at("/runs/0/test/accuracy").asDouble() > 0);
  }

  @Test
  void aTableForEachDataset() throws IOException {
    String other = folder.resolve("other").toString();
    List<String> generate = List.of("generate", "--kind", "sbm", "--communities", "10");
    var args = new ArrayList<>(generate);
    args.addAll(List.of("--nodes", "300", "--edges", "1200", "--out", other));
    Outcome.of(args.toArray(String[]::new)).succeeded();
    Outcome both =
        compare(
            "c",
            "--recipes",
            "single,vanilla",
            "--data",
            "cora," + other,
            "--workers",
            "1",
            "--seeds",
            "1",
            "--json",
            folder.resolve("c.json").toString());
    both.succeeded();
    assertTrue(both.err().contains("no preset applies, because several recipes"), both.err());
    assertEquals(2, both.out().split("recipe +workers", -1).length - 1, both.out());
    assertTrue(both.out().contains(" steps "), both.out());
    assertTrue(both.out().contains("data cora\n"), both.out());
    assertTrue(both.out().contains("data " + other + "\n"), both.out());
    JsonNode json = new ObjectMapper().readTree(folder.resolve("c.json").toFile());
    assertEquals(4, json.get("rows").size());
    for (int i = 0; i < 4; i++) {
      JsonNode row = json.get("rows").get(i);
      String data = i < 2 ? "cora" : other;
      assertEquals(data, row.get("data").asText());
      assertEquals(data, row.at("/varied/data").asText());
      assertEquals("none", row.get("preset").asText());
    }
    assertEquals(
        json.at("/rows/0/toTarget/validation"),
        json.at("/rows/1/toTarget/validation"),
        "a score that all runs on this dataset reach");
    List<String> csv = Files.readAllLines(folder.resolve("c/table.csv"));
    assertEquals(5, csv.size());
    assertTrue(csv.getFirst().startsWith("data,recipe,settings,preset,workers,"), csv.getFirst());
    assertTrue(
        csv.get(4)
            .startsWith(
                other
                    + ",vanilla,partition.objective=volume"
                    + " partition.balance=nodes,none,1,1,accuracy,"),
        csv.get(4));
    assertTrue(Files.readString(folder.resolve("c/table.md")).startsWith("**cora**\n\n| recipe"));
    String latex = Files.readString(folder.resolve("c/table.tex"));
    assertEquals(2, latex.split("begin\\{tabular", -1).length - 1, latex);
    assertTrue(Files.exists(folder.resolve("c/charts/other/loss.svg")));
    ReportPage page = ReportPage.read(Path.of(json.get("report").asText()));
    assertTrue(page.text().contains("Data: cora"), page.text());
    assertTrue(page.text().contains("vanilla · 1 worker on other"), page.text());
    Path lost = folder.resolve("c/runs/4-other-vanilla-1w-seed0/result.json");
    Files.delete(lost);
    resume("c").succeeded();
    assertTrue(Files.exists(lost));
  }

  @Test
  void whichPresetAppliesToWhomIsSaid() {
    Outcome models =
        compare("c", "--recipes", "single", "--vary", "model=gcn,sage", "--seeds", "1");
    models.succeeded();
    assertTrue(models.err().contains("preset cora-gcn: single model=gcn\n"), models.err());
    assertTrue(models.err().contains("preset cora-sage: single model=sage\n"), models.err());
  }

  /**
   * Comparisons of older versions applied presets to all recipes, and their finished runs have
   * them.
   */
  @Test
  void aComparisonThatAnOlderVersionBeganKeepsItsPresets() throws IOException {
    compare("c", "--recipes", "single,vanilla", "--workers", "1", "--seeds", "1").succeeded();
    Path yaml = folder.resolve("c/comparison.yaml");
    Files.writeString(yaml, Files.readString(yaml).replaceAll("(?m)^preset.*\n", ""));
    Path lost = folder.resolve("c/runs/2-vanilla-1w-seed0");
    Files.delete(lost.resolve("result.json"));
    Files.delete(lost.resolve("config.yaml"));
    Outcome resumed = resume("c");
    assertTrue(resumed.err().contains("preset cora-sage: all rows"), resumed.err());
  }

  @Test
  void contendersTakeTurns() throws IOException {
    compare("turns", "--recipes", "single:lr=0.01,single:lr=0.02", "--seeds", "2").succeeded();
    List<String> inOrder;
    try (var runs = Files.list(folder.resolve("turns/runs"))) {
      inOrder =
          runs.sorted(Comparator.comparing(CompareCommandTest::finishedAt))
              .map(run -> run.getFileName().toString().replaceAll("-single.*-", " "))
              .toList();
    }
    assertEquals(List.of("1 seed0", "2 seed0", "1 seed1", "2 seed1"), inOrder);
    assertFalse(Files.exists(folder.resolve("turns/warm-up")));
  }

  private static FileTime finishedAt(Path run) {
    try {
      return Files.getLastModifiedTime(run.resolve("result.json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertPage(JsonNode json) throws IOException {
    ReportPage page = ReportPage.read(Path.of(json.get("report").asText()));
    for (JsonNode run : json.get("runs")) {
      assertTrue(page.text().contains(run.get("command").asText()), page.text());
    }
    for (String part : List.of("Summary", "Traffic between workers", "Loss", "Machine and build")) {
      assertTrue(page.text().contains(part), part);
    }
    assertEquals(16, page.count("polyline"), "four charts of four curves");
    assertEquals(2, page.count("figure"), "a map for each row of two workers");
  }

  @Test
  void aCommandOfTheReportGivesTheSameRun() throws IOException {
    JsonNode run =
        compare("c", "--recipes", "single:lr=0.02", "--seed", "5", "--json", "-")
            .succeeded()
            .json()
            .at("/runs/0");
    List<String> words = new ArrayList<>(List.of(run.get("command").asText().split(" ")));
    words.removeFirst();
    words.addAll(List.of("--json", "-", "--out", folder.resolve("again").toString()));
    JsonNode again = Outcome.of(words.toArray(String[]::new)).succeeded().json();
    assertEquals(run.get("weightsSha256"), again.get("weightsSha256"));
  }

  @Test
  void oneThatFailsDoesNotLoseTheOthers() throws IOException {
    Outcome first =
        compare(
            "c",
            "--recipes",
            "single",
            "--seeds",
            "1",
            "--vary",
            "split=split,none-such",
            "--json",
            folder.resolve("c.json").toString());
    assertEquals(1, first.code(), first.err());
    assertTrue(first.err().contains("none-such"), first.err());
    assertTrue(first.err().contains("--resume"), first.err());
    assertTrue(first.out().contains("failed"), first.out());
    String json = Files.readString(folder.resolve("c.json"));
    assertTrue(json.contains("\"failures\" : 1"), json);
    Path done = folder.resolve("c/runs/1-single-split=split-1w-seed0/result.json");
    var written = Files.getLastModifiedTime(done);
    assertEquals(1, resume("c").code(), "what fails again is said again");
    assertEquals(written, Files.getLastModifiedTime(done), "what is done is not done again");
  }

  @Test
  void whatIsMissingIsDoneOnResume() throws IOException {
    JsonNode whole =
        compare("c", "--recipes", "single", "--seeds", "2", "--json", "-").succeeded().json();
    Path lost = folder.resolve("c/runs/1-single-1w-seed1/result.json");
    Files.delete(lost);
    JsonNode again = resume("c", "--json", "-").succeeded().json();
    assertTrue(Files.exists(lost));
    assertEquals(whole.at("/runs/1/weightsSha256"), again.at("/runs/1/weightsSha256"));
  }

  @Test
  void badUsageIsSaidBeforeAnythingStarts() {
    compare("c").failed(2, "--recipes", "--preset", "distdgl");
    compare("c", "--recipes", "distdlg").failed(2, "did you mean 'distdgl'?");
    compare("c", "--recipes", "single", "--seeds", "2", "--seed", "1")
        .failed(2, "--seeds", "--seed");
    compare("c", "--recipes", "single", "--workers", "").failed(2, "expected a list");
    compare("c", "--recipes", "single", "--data", "croa").failed(2, "did you mean 'cora'?");
    compare("c", "--preset", "fastsampl").failed(2, "did you mean 'fastsample'?");
    compare("c", "--recipes", "single", "--vary", "lr").failed(2, "--vary", "key=value");
    resume("c").failed(1, "comparison.yaml");
    resume("c", "--recipes", "single").failed(2, "--resume");
    assertFalse(Files.exists(folder.resolve("c")));
  }

  @Test
  void aFolderOfItsOwnIsPrivate() throws IOException {
    Files.createDirectories(folder.resolve("own"));
    Files.writeString(folder.resolve("own/small.yaml"), "mode: sampled\nworkers: 1\nbatch: 64\n");
    String[] args = {
      "--recipes", "small", "--seeds", "1", "--recipes-from", folder.resolve("own").toString()
    };
    Outcome done = compare("c", args);
    done.succeeded();
    assertTrue(done.err().contains("warming up: 3 epochs like those of 1-small"), done.err());
    try (Stream<Path> all = Files.walk(folder.resolve("c"))) {
      List<Path> paths = all.toList();
      assertTrue(paths.contains(folder.resolve("c/recipes/small.yaml")), paths.toString());
      for (Path path : paths) {
        String expected = Files.isDirectory(path) ? "rwx------" : "rw-------";
        assertEquals(expected, permissions(path), path.toString());
      }
    }
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
    compare("shared", args).succeeded();
    assertEquals("rwxr-xr-x", permissions(shared));
    Path plain = Files.writeString(folder.resolve("plain"), "");
    assertEquals(permissions(plain), permissions(shared.resolve("report.html")));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void aFolderThatIsNotEmptyIsLeftAlone() throws IOException {
    compare("c", "--recipes", "single", "--seeds", "1", "--quiet").succeeded();
    compare("c", "--recipes", "single").failed(1, "holds a comparison already", "--resume");
    Files.createDirectory(folder.resolve("other"));
    Files.writeString(folder.resolve("other/precious.txt"), "mine");
    compare("other", "--recipes", "single").failed(1, "not empty", "--out");
    assertEquals("mine", Files.readString(folder.resolve("other/precious.txt")));
    Files.writeString(folder.resolve("file"), "");
    compare("file/c", "--recipes", "single").failed(1, "file", "--out");
  }
}
