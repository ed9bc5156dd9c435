package dev.atoll.spark.table.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.recipe.engine.RunListener;
import dev.atoll.spark.LocalSpark;
import dev.atoll.spark.table.ExampleTables;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.cut.HashPartitioner;
import dev.atoll.spark.table.store.ShardTables;
import dev.atoll.spark.table.train.TableRun;
import dev.atoll.spark.table.train.TableTraining;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storage is any file system that Hadoop knows. */
class SharedStorageTest {
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

  @Tag("slow")
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
    TableRun run =
        TableTraining.run(spark, place + "/graph", place + "/run", settings, RunListener.NONE);
    run.predictions(spark).write().parquet(place + "/predictions");
    assertEquals(
        ExampleTables.NODES, spark.read().parquet(place + "/predictions").distinct().count());
    assertEquals(List.of(), new SharedStorage(place + "/run").names("checkpoint*"));
    ShardTables.write(tables, 2, new HashPartitioner(), folder + "/same");
    TableRun same =
        TableTraining.run(spark, folder + "/same", folder + "/run-2", settings, RunListener.NONE);
    assertEquals(same.result().weightsSha256(), run.result().weightsSha256());
  }
}
