package dev.atoll.spark.ml;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.settings.Keys;
import dev.atoll.spark.LocalSpark;
import dev.atoll.spark.table.ExampleTables;
import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.spark.table.train.TableRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.IndexToString;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.StringIndexerModel;
import org.apache.spark.ml.functions$;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A classifier is a stage of a pipeline like any other. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class AtollNodeClassifierTest {
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

  /** Names of classes and loose columns, as users have them, through the stages of Spark ML. */
  @Test
  @Tag("slow")
  void aPipelineIsFittedSavedLoadedAndGivesTheSame() throws IOException {
    Dataset<Row> nodes = papers();
    ExampleTables.edges(spark, ExampleTables.edgeRows()).createOrReplaceTempView("citations");
    StringIndexerModel indexer =
        new StringIndexer().setInputCol("subject").setOutputCol("class").fit(nodes);
    var classifier =
        new AtollNodeClassifier()
            .setEdges("citations")
            .setIdCol("paper")
            .setFeaturesCol("cells")
            .setLabelCol("class")
            .setPartitioner("hash")
            .setFolder(folder.resolve("work").toString())
            .setSettings("epochs=20", "model.hidden=16", "batch=32");
    var names =
        new IndexToString()
            .setInputCol("prediction")
            .setOutputCol("named")
            .setLabels(indexer.labelsArray()[0]);
    var pipeline = new Pipeline().setStages(new PipelineStage[] {indexer, classifier, names});
    StructType foretold = pipeline.transformSchema(nodes.schema());
    PipelineModel model = pipeline.fit(nodes);
    model.save(folder.resolve("saved").toString());
    PipelineModel loaded = PipelineModel.load(folder.resolve("saved").toString());
    Dataset<Row> predicted = model.transform(nodes).cache();
    assertEquals(types(foretold), types(predicted.schema()));
    assertEquals(nodes.count(), predicted.count());
    double right = right(predicted);
    assertTrue(right > 0.8, "right: " + right);
    assertEquals(right, right(loaded.transform(nodes)));
    var evaluator = new MulticlassClassificationEvaluator().setLabelCol("class");
    assertTrue(evaluator.setMetricName("logLoss").evaluate(predicted) < 0.8);
  }

  /** Features as a vector, classes as names, and a node that the graph will not have. */
  private static Dataset<Row> papers() {
    Dataset<Row> nodes = ExampleTables.nodes(spark, ExampleTables.nodeRows());
    return nodes
        .withColumnRenamed("id", "paper")
        .withColumn("cells", functions$.MODULE$.array_to_vector(nodes.col("features")))
        .withColumn("subject", concat(lit("class "), nodes.col("label")))
        .drop("features", "label");
  }

  private static List<String> types(StructType schema) {
    return Arrays.stream(schema.fields())
        .map(field -> field.name() + " " + field.dataType().simpleString())
        .toList();
  }

  /** Every point of a grid is a fit of its own; typed Params go before settings. */
  @Tag("slow")
  @Test
  void aGridVariesTypedParamsAndResultsHaveTheNamesThatWereSet() throws IOException {
    Dataset<Row> nodes = ExampleTables.nodes(spark, ExampleTables.nodeRows());
    ExampleTables.edges(spark, ExampleTables.edgeRows()).createOrReplaceTempView("citations");
    var classifier =
        new AtollNodeClassifier()
            .setEdges("citations")
            .setPartitioner("hash")
            .setFolder(folder.resolve("work").toString())
            .setSettings("epochs=500", "fanouts=5,5")
            .setEpochs(10)
            .setBatch(32)
            .setPredictionCol("class")
            .setRawPredictionCol("scores")
            .setProbabilityCol("shares")
            .setEmbeddingCol("vector");
    ParamMap[] grid =
        new ParamGridBuilder()
            .addGrid(classifier.hidden(), new int[] {8})
            .addGrid(classifier.learningRate(), new double[] {1e-6, 0.02})
            .build();
    List<AtollNodeModel> models =
        Arrays.stream(grid).map(point -> classifier.fit(nodes, point)).toList();
    var evaluator =
        new MulticlassClassificationEvaluator()
            .setPredictionCol(models.getFirst().getPredictionCol())
            .setMetricName("accuracy");
    double slow = evaluator.evaluate(models.get(0).transform(nodes));
    double quick = evaluator.evaluate(models.get(1).setEmbeddingCol("z").transform(nodes));
    assertTrue(quick > slow + 0.2, quick + " after " + slow);
    assertTrue(
        List.of(models.get(1).transform(nodes).columns())
            .containsAll(List.of("class", "scores", "shares", "z")));
    var run = new SharedStorage(models.get(1).getOrDefault(models.get(1).run()));
    assertEquals(10L, TableRun.settings(run).get(Keys.EPOCHS));
    assertEquals(0.02, TableRun.settings(run).get(Keys.LEARNING_RATE));
  }

  @Test
  void columnsThatDoNotFitAreNamedBeforeWorkBegins() {
    Dataset<Row> nodes = papers();
    var classifier =
        new AtollNodeClassifier().setIdCol("paper").setFeaturesCol("cells").setLabelCol("subject");
    assertEquals("subject", classifier.copy(ParamMap.empty()).getOrDefault(classifier.labelCol()));
    assertSays("StringIndexer", classifier, nodes);
    assertSays("'subject' is string", classifier, nodes);
    assertSays("VectorAssembler", classifier.setFeaturesCol("subject"), nodes);
    assertSays(
        "'id'", classifier.setFeaturesCol("cells").setLabelCol("none").setIdCol("id"), nodes);
    assertSays(
        "'prediction' is there already",
        classifier.setIdCol("paper"),
        nodes.withColumn("prediction", lit(1)));
  }

  /** Otherwise every failed fit of a grid would leave a graph. */
  @Test
  @Tag("slow")
  void aFitThatFailsLeavesNothing() throws IOException {
    Dataset<Row> nodes =
        ExampleTables.nodes(spark, ExampleTables.nodeRows())
            .withColumn(
                "label", when(col("split").equalTo("validation"), 1).otherwise(col("label")));
    ExampleTables.edges(spark, ExampleTables.edgeRows()).createOrReplaceTempView("citations");
    Path work = Files.createDirectory(folder.resolve("work"));
    var classifier =
        new AtollNodeClassifier()
            .setEdges("citations")
            .setPartitioner("hash")
            .setFolder(work.toString())
            .setSettings("epochs=1", "select.metric=auc");
    assertSays("select.metric=auc: all validation nodes have one class", classifier, nodes);
    try (Stream<Path> left = Files.list(work)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void columnsMayHaveDotsInTheirNames() {
    Dataset<Row> nodes = spark.range(3).toDF("node.id");
    List<Row> ids =
        nodes.select(GraphEstimator.column(nodes.schema(), "node.id", "id")).collectAsList();
    assertEquals(3, ids.size());
    assertEquals(List.of("id"), List.of(ids.getFirst().schema().fieldNames()));
  }

  private static void assertSays(String what, AtollNodeClassifier by, Dataset<Row> nodes) {
    var e = assertThrows(IllegalArgumentException.class, () -> by.fit(nodes));
    assertTrue(e.getMessage().contains(what), e.getMessage());
  }

  private static double right(Dataset<Row> predicted) {
    return (double) predicted.filter("subject = named").count() / ExampleTables.nodeRows().size();
  }
}
