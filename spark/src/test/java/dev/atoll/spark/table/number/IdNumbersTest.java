package dev.atoll.spark.table.number;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.xxhash64;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.spark.LocalSpark;
import dev.atoll.spark.table.ExampleTables;
import dev.atoll.spark.table.storage.SharedStorage;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdNumbersTest {
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

  /** Several chunks, as for large graphs. */
  @Test
  void idsThatShareAHashAreHashedAgain() {
    Dataset<Row> nodes = ExampleTables.tables(spark).nodes();
    IdNumbers numbers =
        IdNumbers.write(
            nodes,
            1 << 24,
            new SharedStorage(folder.resolve("hashes").toString()),
            (id, attempt) -> attempt == 0 ? pmod(xxhash64(id), lit(100)) : xxhash64(id));
    assertEquals(ExampleTables.NODES, numbers.count());
    List<Integer> found =
        nodes
            .select(numbers.of(col("id")).as("number"))
            .orderBy("number")
            .as(Encoders.INT())
            .collectAsList();
    assertEquals(IntStream.range(0, ExampleTables.NODES).boxed().toList(), found);
  }
}
