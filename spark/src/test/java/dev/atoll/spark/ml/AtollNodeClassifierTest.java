package dev.atoll.spark.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.spark.LocalSpark;
import dev.atoll.spark.table.ExampleTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
    spark = LocalSpark.start();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @Test
  void aPipelineIsFittedSavedLoadedAndGivesTheSame() throws IOException {
    Dataset<Row> nodes =
        ExampleTables.nodes(spark, ExampleTables.nodeRows()).withColumnRenamed("id", "paper");
    ExampleTables.edges(spark, ExampleTables.edgeRows()).createOrReplaceTempView("citations");
    var classifier =
        new AtollNodeClassifier()
            .setEdges("citations")
            .setIdCol("paper")
            .setRounds(1)
            .setFolder(folder.resolve("work").toString())
            .setSettings("epochs=30", "model.hidden=16", "batch=32");
    assertEquals("citations", classifier.copy(ParamMap.empty()).getOrDefault(classifier.edges()));
    var pipeline = new Pipeline().setStages(new PipelineStage[] {classifier});
    PipelineModel model = pipeline.fit(nodes);
    model.save(folder.resolve("saved").toString());
    PipelineModel loaded = PipelineModel.load(folder.resolve("saved").toString());
    Dataset<Row> predicted = model.transform(nodes);
    assertTrue(right(predicted) > 0.8, "right: " + right(predicted));
    assertEquals(right(predicted), right(loaded.transform(nodes)));
    assertEquals(nodes.count(), predicted.count());
  }

  private static double right(Dataset<Row> predicted) {
    return (double) predicted.filter("label = prediction").count()
        / ExampleTables.nodeRows().size();
  }
}
