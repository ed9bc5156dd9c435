package dev.atoll.spark.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.engine.Lead;
import dev.atoll.spark.LocalSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storage is any file system that Hadoop knows. */
class StorageTest {
  private static SparkSession spark;
  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = LocalSpark.session();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @Test
  void tablesShardsRunAndPredictionsLieOnAnyFileSystem() throws IOException {
    String place = "other://" + folder;
    ExampleTables.tables(spark).nodes().write().parquet(place + "/nodes");
    ExampleTables.tables(spark).edges().write().parquet(place + "/edges");
    var tables =
        GraphTables.of(
            spark.read().parquet(place + "/nodes"), spark.read().parquet(place + "/edges"));
    ShardTables.write(tables, 2, new HashPartitioner(), place + "/graph");
    Map<String, String> settings =
        Map.of("epochs", "2", "model.hidden", "8", "checkpoint.every", "1");
    TableRun run = TableTraining.run(spark, place + "/graph", place + "/run", settings, Lead.NONE);
    run.predictions(spark).write().parquet(place + "/predictions");
    assertEquals(
        ExampleTables.NODES, spark.read().parquet(place + "/predictions").distinct().count());
    assertEquals(List.of(), new Storage(place + "/run").names("checkpoint*"));
    ShardTables.write(tables, 2, new HashPartitioner(), folder + "/same");
    TableRun same =
        TableTraining.run(spark, folder + "/same", folder + "/run-2", settings, Lead.NONE);
    assertEquals(same.result().weightsSha256(), run.result().weightsSha256());
  }

  @Test
  void aWorkerFindsTheCheckpointsOfTheOneBefore() throws IOException {
    Storage run = Storage.fresh("other://" + folder + "/run");
    Path before = Files.createDirectory(folder.resolve("before"));
    var first = new StoredCheckpoints(run, before, 0);
    for (String content : List.of("old", "new")) {
      first.written(Files.writeString(before.resolve("checkpoint.safetensors"), content));
    }
    Path own = before.resolve("checkpoint.safetensors.worker-0-1-2");
    first.written(Files.writeString(own, "own"));
    new StoredCheckpoints(run, before, 1)
        .written(Files.writeString(before.resolve("checkpoint.safetensors.worker-1-1-2"), "else"));
    Path after = Files.createDirectory(folder.resolve("after"));
    new StoredCheckpoints(run, after, 0).restore(3);
    assertEquals("new", Files.readString(after.resolve("checkpoint.safetensors")));
    assertEquals("own", Files.readString(after.resolve(own.getFileName())));
    assertFalse(Files.exists(after.resolve("checkpoint.safetensors.worker-1-1-2")));
    first.deleted(own);
    assertFalse(run.has(own.getFileName().toString()));
  }

  @Test
  void aCheckpointThatWasJustBeingReplacedIsFound() throws IOException {
    Storage run = Storage.fresh("other://" + folder + "/run");
    Path local = Files.writeString(folder.resolve("checkpoint.safetensors"), "whole");
    run.put(local, "checkpoint.safetensors.new");
    Files.delete(local);
    new StoredCheckpoints(run, folder, 0).restore(0);
    assertEquals("whole", Files.readString(local));
    assertTrue(run.has("checkpoint.safetensors.new"));
  }
}
