package dev.atoll.spark.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.spark.LocalSpark;
import dev.atoll.spark.table.ExampleTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A predictor of links is a stage of a pipeline like any other. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class AtollLinkPredictorTest {
  private static SparkSession spark;
  @TempDir Path temporary;

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
  void linksAreFittedSavedLoadedAndScored() throws IOException {
    Dataset<Row> papers = ExampleTables.nodes(spark, ExampleTables.nodeRows());
    Dataset<Row> citations = ExampleTables.edges(spark, ExampleTables.edgeRows());
    Dataset<Row> pairs = ExampleTables.pairs(spark);
    String folder = temporary.resolve("work").toString();
    // the example of docs/spark.md begins
    papers.createOrReplaceTempView("papers");
    var predictor =
        new AtollLinkPredictor()
            .setNodes("papers")
            .setWorkers(2)
            .setFolder(folder)
            .setSettings("epochs=8", "model.hidden=16", "batch=128", "link.decoder=mlp");
    AtollLinkModel model = predictor.fit(citations);
    Dataset<Row> scored = model.transform(pairs); // src, dst, …, score, probability
    Dataset<Row> vectors = model.embeddings(spark); // id, embedding
    // it ends
    assertEquals(ExampleTables.nodeRows().size(), vectors.count());
    assertArrayEquals(
        model.transformSchema(pairs.schema()).fieldNames(), scored.schema().fieldNames());
    List<Row> rows = scored.collectAsList();
    assertEquals(pairs.count(), rows.size());
    for (Row row : rows) {
      assertEquals(row.getString(0).equals("stranger"), row.isNullAt(3), row::toString);
    }
    double gap = mean(rows, 1) - mean(rows, 0);
    assertTrue(gap > 0.1, "pairs of a class are likelier by " + gap);
    assertTrue(strip(page()).contains(strip(example())), "docs/spark.md has another example");

    PipelineModel whole = new Pipeline().setStages(new PipelineStage[] {model}).fit(pairs);
    whole.save(temporary.resolve("saved").toString());
    PipelineModel loaded = PipelineModel.load(temporary.resolve("saved").toString());
    assertEquals(
        sorted(rows), sorted(loaded.copy(ParamMap.empty()).transform(pairs).collectAsList()));
  }

  /** The probability of pairs that are of one class, or not. */
  private static double mean(List<Row> scored, double together) {
    return scored.stream()
        .filter(row -> !row.isNullAt(4) && row.getDouble(2) == together)
        .mapToDouble(row -> row.getDouble(4))
        .average()
        .orElseThrow();
  }

  private static List<String> sorted(List<Row> rows) {
    return rows.stream().map(Row::toString).sorted().toList();
  }

  private static String strip(String text) {
    return text.replaceAll("\\s", "");
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../docs/spark.md"));
  }

  /** The source of this test between the remarks. */
  private static String example() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/dev/atoll/spark/ml/AtollLinkPredictorTest.java"));
    String begins = "// the example of docs/spark.md begins";
    return source.substring(source.indexOf(begins) + begins.length(), source.indexOf("// it ends"));
  }

  @Test
  void whatIsMissingIsSaidBeforeWorkBegins() {
    Dataset<Row> citations = ExampleTables.edges(spark, ExampleTables.edgeRows());
    var predictor = new AtollLinkPredictor();
    assertEquals("src", predictor.copy(ParamMap.empty()).getOrDefault(predictor.srcCol()));
    assertSays(SettingsException.class, "folder", () -> predictor.fit(citations));
    predictor.setFolder(temporary.resolve("none").toString());
    assertSays(SettingsException.class, "nodes", () -> predictor.fit(citations));
    assertSays(
        SettingsException.class,
        "multilevel",
        () -> predictor.copy(ParamMap.empty()).setPartitioner("multlevel").fit(citations));
    assertSays(
        SettingsException.class,
        "task=node",
        () -> predictor.setSettings("task=node").fit(citations));
    assertSays(
        SettingsException.class,
        "complex",
        () -> predictor.setSettings("link.decoder=complex").fit(citations));
    assertSays(
        IllegalArgumentException.class, "'from'", () -> predictor.setSrcCol("from").fit(citations));
    assertSays(
        IllegalArgumentException.class,
        "scoreCol",
        () ->
            new AtollLinkPredictor()
                .transformSchema(citations.withColumn("score", functions.lit(1)).schema()));
  }

  private static void assertSays(
      Class<? extends Exception> kind, String what, org.junit.jupiter.api.function.Executable run) {
    var e = assertThrows(kind, run);
    assertTrue(e.getMessage().contains(what), e.getMessage());
  }
}
