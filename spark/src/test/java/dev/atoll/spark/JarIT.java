package dev.atoll.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.bench.cluster.StandaloneCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster on which nothing is installed gets all it needs from the jar that a command brings. */
@Timeout(value = 900, unit = TimeUnit.SECONDS)
class JarIT {
  private static final List<String> TRAIN =
      List.of(
          "train --quiet --json - --recipe bns-gcn --workers 2 --epochs 3 --set model.hidden=16"
              .split(" "));
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir static Path folder;
  private static StandaloneCluster cluster;
  private static JsonNode threads;

  @BeforeAll
  static void start() throws Exception {
    threads = train("--engine", "threads", "--out", folder.resolve("threads").toString());
    cluster = StandaloneCluster.start(folder.resolve("cluster"), 2, 1);
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  @Tag("slow")
  @Test
  void theLauncherTrainsOnAClusterThatSettingsOrAFolderName() throws Exception {
    Path run = folder.resolve("spark");
    Path settings = folder.resolve("settings.yaml");
    Files.writeString(
        settings, "engine: 'spark'\nspark.master: '%s'\n".formatted(cluster.master()));
    JsonNode spark = train("--config=" + settings, "--out", run.toString());
    assertEquals(threads.get("weightsSha256"), spark.get("weightsSha256"));
    Files.delete(run.resolve("result.json"));
    JsonNode again = resume(run);
    assertEquals(threads.get("weightsSha256"), again.get("weightsSha256"));
  }

  @Tag("slow")
  @Test
  void sparkSubmitTrainsOnACluster() throws Exception {
    Path run = folder.resolve("submitted");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + ROOT.resolve("spark/jvm.options"));
    // as the script spark-submit starts the driver: what --driver-class-path says comes first
    String driver = String.join(":", jar("spark", "atoll-spark-.*-all"), app(), picocli());
    command.addAll(List.of("-cp", driver + ":" + folder.resolve("cluster/home/jars") + "/*"));
    command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", cluster.master()));
    command.addAll(List.of("--class", "dev.atoll.app.Atoll", "--conf", "spark.ui.enabled=false"));
    command.addAll(List.of("--driver-class-path", driver));
    command.add(jar("spark", "atoll-spark-.*-all"));
    command.addAll(TRAIN);
    command.addAll(List.of("--engine", "spark", "--out", run.toString()));
    assertEquals(threads.get("weightsSha256"), run(command).get("weightsSha256"));
  }

  @Test
  void executorsDoNotGetTheCommandLine() throws IOException {
    try (var jar = new JarFile(jar("spark", "atoll-spark-.*-all"))) {
      List<String> entries = jar.stream().map(ZipEntry::getName).toList();
      assertTrue(entries.contains("dev/atoll/spark/SparkEngine.class"));
      assertEquals(
          List.of(),
          entries.stream()
              .filter(entry -> entry.startsWith("dev/atoll/app") || entry.startsWith("picocli"))
              .toList());
    }
  }

  private static String app() throws IOException {
    return jar("app", "atoll-app-[^-]*(-SNAPSHOT)?");
  }

  private static String picocli() throws IOException {
    return jar("app", "lib/picocli-.*");
  }

  /** The jar of a module's build whose name fits a pattern. */
  private static String jar(String module, String name) throws IOException {
    Path target = ROOT.resolve(module + "/target");
    try (Stream<Path> built = Files.walk(target, 2)) {
      return built
          .filter(file -> target.relativize(file).toString().matches(name + "\\.jar"))
          .findFirst()
          .orElseThrow()
          .toString();
    }
  }

  private static JsonNode train(String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("atoll").toString()));
    command.addAll(TRAIN);
    command.addAll(List.of(more));
    return run(command);
  }

  private static JsonNode resume(Path run) throws Exception {
    return run(
        List.of(
            ROOT.resolve("atoll").toString(),
            "train",
            "--quiet",
            "--json",
            "-",
            "--resume",
            run.toString()));
  }

  private static JsonNode run(List<String> command) throws Exception {
    Path out = folder.resolve("out.json");
    Path err = folder.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("ATOLL_NO_BUILD", "1");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("ATOLL_JAVA_OPTS", "-Dspark.ui.enabled=false");
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(240, TimeUnit.SECONDS);
      assertTrue(ended, "too slow: " + command + "\n" + Files.readString(err));
      assertEquals(0, process.exitValue(), Files.readString(err));
      return new ObjectMapper().readTree(out.toFile());
    } finally {
      process.destroyForcibly();
    }
  }
}
