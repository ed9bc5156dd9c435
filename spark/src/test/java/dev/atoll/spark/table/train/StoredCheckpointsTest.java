package dev.atoll.spark.table.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.spark.LocalSpark;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints outlive the worker that has written them. */
class StoredCheckpointsTest {
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
  void aWorkerFindsTheCheckpointsOfTheOneBefore() throws IOException {
    SharedStorage run = SharedStorage.fresh("other://" + folder + "/run");
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
    SharedStorage run = SharedStorage.fresh("other://" + folder + "/run");
    Path local = Files.writeString(folder.resolve("checkpoint.safetensors"), "whole");
    run.put(local, "checkpoint.safetensors.new");
    Files.delete(local);
    new StoredCheckpoints(run, folder, 0).restore(0);
    assertEquals("whole", Files.readString(local));
    assertTrue(run.has("checkpoint.safetensors.new"));
  }
}
