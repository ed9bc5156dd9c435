package dev.atoll.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers as tasks of a real cluster: they give the bits that processes give. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SparkEngineTest {
  private static final String TRAIN =
      "train --quiet --json - --epochs 4 --workers 2 --set batch=16 --set model.hidden=16 --set"
          + " checkpoint.every=3 --recipe ";

  @TempDir static Path folder;
  private static StandaloneCluster cluster;
  private static SparkSession session;

  @BeforeAll
  static void start() throws IOException {
    cluster = StandaloneCluster.start(folder, 2, 1);
    session = cluster.session();
  }

  @AfterAll
  static void stop() throws IOException {
    session.stop();
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"distdgl", "bns-gcn", "sancus-h"})
  void tasksGiveTheBitsThatProcessesGive(String recipe) throws IOException {
    JsonNode processes = train(recipe, "processes");
    JsonNode spark = train(recipe, "spark");
    assertEquals(processes.get("weightsSha256"), spark.get("weightsSha256"));
    assertEquals(processes.get("loss"), spark.get("loss"));
    assertEquals(processes.get("bytesPerEpoch"), spark.get("bytesPerEpoch"));
  }

  private static JsonNode train(String recipe, String engine) throws IOException {
    Path out = folder.resolve(recipe + "-" + engine);
    return Typed.command(TRAIN + recipe, "--engine", engine, "--out", out.toString()).json();
  }
}
