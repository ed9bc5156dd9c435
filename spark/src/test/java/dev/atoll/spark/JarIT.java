package dev.atoll.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.spark.bench.StandaloneCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster on which nothing is installed gets all it needs from the jar that a command brings. */
@Timeout(value = 400, unit = TimeUnit.SECONDS)
class JarIT {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir Path folder;

  @Test
  void theLauncherTrainsOnACluster() throws Exception {
    JsonNode threads = train(List.of("--engine", "threads"));
    try (var cluster = StandaloneCluster.start(folder.resolve("cluster"), 2, 1)) {
      JsonNode spark = train(List.of("--engine", "spark", "--master", cluster.master()));
      assertEquals(threads.get("weightsSha256"), spark.get("weightsSha256"));
    }
  }

  private JsonNode train(List<String> engine) throws Exception {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("atoll").toString(), "train"));
    command.addAll(List.of("--recipe", "bns-gcn", "--workers", "2", "--epochs", "3", "--quiet"));
    command.addAll(List.of("--set", "model.hidden=16", "--json", "-"));
    command.addAll(List.of("--out", folder.resolve(engine.get(1)).toString()));
    command.addAll(engine);
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
