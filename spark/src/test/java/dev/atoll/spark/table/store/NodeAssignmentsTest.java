package dev.atoll.spark.table.store;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.spark.LocalSpark;
import dev.atoll.spark.table.storage.SharedStorage;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeAssignmentsTest {
  private static final int NODES = 240;
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

  /** Positions of nodes in several ranges, as for large graphs. */
  @Test
  void placesFollowPartsAndNumbers() {
    Dataset<Row> cut =
        spark
            .range(NODES)
            .select(col("id").as("number"), pmod(col("id"), lit(2)).cast("int").as("part"));
    var storage = new SharedStorage(folder.resolve("places").toString());
    NodeAssignments places = NodeAssignments.write(cut, NODES, 2, storage, 100);
    List<Long> inOrder =
        cut.orderBy("part", "number")
            .select(places.of(col("number").cast("int")))
            .as(Encoders.LONG())
            .collectAsList();
    assertEquals(LongStream.range(0, NODES).boxed().toList(), inOrder);
    assertEquals(List.of(0L, NODES / 2L, (long) NODES), places.firstNodes());
  }
}
