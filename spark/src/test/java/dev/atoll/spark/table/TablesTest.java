package dev.atoll.spark.table;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.recipe.engine.RunListener;
import dev.atoll.spark.LocalSpark;
import dev.atoll.spark.table.cut.AutomaticPartitioner;
import dev.atoll.spark.table.cut.HashPartitioner;
import dev.atoll.spark.table.cut.SingleTaskPartitioner;
import dev.atoll.spark.table.cut.TableLabelPropagation;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.store.ShardTables;
import dev.atoll.spark.table.train.TableRun;
import dev.atoll.spark.table.train.TableTraining;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables become shards, are trained on, and come back with predictions. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class TablesTest {
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
  void shardsHoldTheEdgesOfTheTables() throws IOException {
    GraphInfo info = write(ExampleTables.tables(spark), 3, "graph");
    Set<String> expected = new TreeSet<>();
    for (Row edge : ExampleTables.edgeRows()) {
      expected.add(edge.get(0) + " → " + edge.get(1));
      expected.add(edge.get(1) + " → " + edge.get(0));
    }
    assertEquals(expected, edges("graph", 3));
    assertEquals(expected.size(), info.edges());
    assertEquals(ExampleTables.NODES, info.nodes());
    ShardFolder.open(folder.resolve("graph")).verify();
    assertFalse(Files.exists(folder.resolve("graph/work")));
  }

  private GraphInfo write(GraphTables tables, int parts, String name) throws IOException {
    return ShardTables.write(tables, parts, new HashPartitioner(), folder.resolve(name).toString());
  }

  /** All edges of all shards, in the user's ids. */
  private Set<String> edges(String name, int parts) throws IOException {
    Map<Long, String> ids = new HashMap<>();
    spark
        .read()
        .parquet(folder.resolve(name).resolve("ids").toString())
        .collectAsList()
        .forEach(row -> ids.put(row.getLong(0), row.getString(1)));
    ShardFolder shards = ShardFolder.open(folder.resolve(name));
    Set<String> edges = new TreeSet<>();
    for (int part = 0; part < parts; part++) {
      try (Arena arena = Arena.ofConfined()) {
        Shard shard = shards.shard(part, arena);
        for (long v = shards.book().first(part); v < shards.book().first(part + 1); v++) {
          for (long e = 0; e < shard.inDegree(v); e++) {
            edges.add(ids.get((long) shard.inNeighbor(v, e)) + " → " + ids.get(v));
          }
        }
      }
    }
    return edges;
  }

  @Tag("slow")
  @Test
  void labelPropagationCutsFewerEdgesThanChanceAndOneTaskFewerStill() throws IOException {
    Map<String, Double> chance = write(ExampleTables.tables(spark), 2, "chance").quality();
    Map<String, Double> found =
        ShardTables.write(
                ExampleTables.tables(spark),
                2,
                new TableLabelPropagation(10, 0.1),
                folder.resolve("found").toString())
            .quality();
    assertTrue(found.get("cut") < 0.75 * chance.get("cut"), found + " against " + chance);
    assertTrue(found.get("volume") < chance.get("volume"), found + " against " + chance);
    requireBalance(found, 1.25);
    Map<String, Double> gathered =
        ShardTables.write(
                ExampleTables.tables(spark),
                2,
                new AutomaticPartitioner(),
                folder.resolve("gathered").toString())
            .quality();
    assertTrue(gathered.get("cut") < found.get("cut"), gathered + " against " + found);
    requireBalance(gathered, 1.08);
  }

  @Test
  void aGraphThatOneTaskCannotHoldIsNotGathered() {
    var refused =
        assertThrows(
            BadDataException.class,
            () ->
                ShardTables.write(
                    ExampleTables.tables(spark),
                    2,
                    new SingleTaskPartitioner(Map.of(), 1000),
                    folder.resolve("gathered").toString()));
    assertTrue(refused.getMessage().contains("spark.executor.memory"), refused.getMessage());
    assertFalse(Files.exists(folder.resolve("gathered")));
  }

  private static void requireBalance(Map<String, Double> quality, double most) {
    for (String load : List.of("nodes", "edges", "train", "val", "test")) {
      assertTrue(quality.get("imbalance." + load) < most, quality::toString);
    }
  }

  @Test
  void predictionsComeBackInTheUsersIds() throws IOException {
    write(ExampleTables.tables(spark), 2, "graph");
    String graph = folder.resolve("graph").toString();
    Map<String, String> settings =
        Map.of("epochs", "30", "model.hidden", "16", "batch", "32", "features.normalize", "none");
    TableRun run =
        TableTraining.run(
            spark, graph, folder.resolve("run").toString(), settings, RunListener.NONE);
    assertTrue(run.result().evaluation().test().main() > 0.8, run.result()::toString);
    Map<String, Integer> labels = new HashMap<>();
    ExampleTables.nodeRows().forEach(row -> labels.put(row.getString(0), row.getInt(2)));
    List<Row> predicted = run.predictions(spark).collectAsList();
    assertEquals(
        labels.keySet(), new TreeSet<>(predicted.stream().map(r -> r.getString(0)).toList()));
    double right =
        predicted.stream().filter(r -> labels.get(r.getString(0)) == r.getDouble(1)).count();
    assertTrue(right / predicted.size() > 0.8, "right: " + right);
    assertEquals(4, predicted.getFirst().getList(3).size());
    assertEquals(16, predicted.getFirst().getList(4).size());
    TableRun again =
        TableTraining.run(
            spark, graph, folder.resolve("again").toString(), settings, RunListener.NONE);
    assertEquals(run.result().weightsSha256(), again.result().weightsSha256());
  }

  @Test
  void edgesToUnknownNodesAreRefusedDroppedOrCreateNodes() throws IOException {
    List<Row> edges = new ArrayList<>(ExampleTables.edgeRows());
    edges.add(RowFactory.create("stranger", ExampleTables.id(3)));
    var tables =
        GraphTables.of(ExampleTables.tables(spark).nodes(), ExampleTables.edges(spark, edges));
    var refused = assertThrows(BadDataException.class, () -> write(tables, 2, "refused"));
    for (String part :
        List.of("'stranger'", "withUnknown(UnknownNodes.DROP", "setUnknown(\"drop\"")) {
      assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }
    assertFalse(Files.exists(folder.resolve("refused")));
    assertEquals(1, write(tables.withUnknown(UnknownNodes.DROP), 2, "dropped").dropped());
    GraphInfo created = write(tables.withUnknown(UnknownNodes.CREATE), 2, "created");
    assertEquals(1, created.created());
    assertEquals(ExampleTables.NODES + 1, created.nodes());
    assertTrue(edges("created", 2).contains("stranger → " + ExampleTables.id(3)));
  }

  @Test
  void badNodesAreNamed() {
    refuses(RowFactory.create(null, List.of(1.0), 0, "train"), "1 nodes have no id");
    refuses(
        RowFactory.create(ExampleTables.id(5), zeros(8), 0, "train"),
        "several times",
        ExampleTables.id(5));
    refuses(RowFactory.create("odd", zeros(3), 0, "train"), "between 3 and 8 elements", "'odd'");
    refuses(RowFactory.create("none", null, 0, "train"), "no features", "'none'");
    refuses(RowFactory.create("role", zeros(8), 0, "tarin"), "split", "'role'");
    refuses(RowFactory.create("minus", zeros(8), -2, "train"), "label", "'minus'");
    List<Double> infinite = new ArrayList<>(zeros(8));
    infinite.set(3, 1e300);
    refuses(RowFactory.create("huge", infinite, 0, "train"), "infinite", "'huge'");
  }

  @Test
  void labelsMayBeTextsOrFractionsThatAreWholeNumbers() throws IOException {
    Dataset<Row> nodes = ExampleTables.tables(spark).nodes();
    Dataset<Row> edges = ExampleTables.tables(spark).edges();
    var whole = GraphTables.of(nodes.withColumn("label", col("label").cast("string")), edges);
    assertEquals(4, write(whole, 1, "texts").classes());
    refuses(GraphTables.of(nodes.withColumn("label", lit("cat")), edges), "StringIndexer");
    refuses(GraphTables.of(nodes.withColumn("label", col("label").plus(0.5)), edges), "whole");
  }

  @Test
  void columnsThatCannotBeUsedAreRefused() {
    Dataset<Row> nodes = ExampleTables.tables(spark).nodes();
    Dataset<Row> edges = ExampleTables.tables(spark).edges();
    refuses(GraphTables.of(nodes, edges.withColumn("weight", lit(2))), "drop(\"weight\")");
    refuses(GraphTables.of(nodes.withColumn("features", lit("1 2")), edges), "features is string");
    refuses(GraphTables.of(nodes.drop("features"), edges), "features", "withColumnRenamed");
    refuses(
        GraphTables.of(nodes, edges.withColumn("src", lit(7))), "edges.src is int", "is string");
  }

  private static List<Double> zeros(int count) {
    return Collections.nCopies(count, 0.0);
  }

  private void refuses(Row bad, String... said) {
    List<Row> rows = new ArrayList<>(ExampleTables.nodeRows());
    rows.add(bad);
    var tables =
        GraphTables.of(
            ExampleTables.nodes(spark, rows), ExampleTables.edges(spark, ExampleTables.edgeRows()));
    refuses(tables, said);
  }

  private void refuses(GraphTables tables, String... said) {
    var refused = assertThrows(BadDataException.class, () -> write(tables, 2, "bad"));
    for (String part : said) {
      assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }
    assertFalse(Files.exists(folder.resolve("bad")));
  }
}
