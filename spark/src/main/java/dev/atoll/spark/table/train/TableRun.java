package dev.atoll.spark.table.train;

import static org.apache.spark.sql.functions.col;

import dev.atoll.recipe.settings.Settings;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.spark.table.store.ShardTables;
import dev.atoll.train.event.TrainingResult;
import java.io.IOException;
import java.util.ArrayList;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A finished run on a stored graph.
 *
 * @param graph the folder of the graph
 * @param folder of the run: weights, settings, predictions
 */
public record TableRun(String graph, String folder, TrainingResult result) {
  /** The column with the most likely class. */
  public static final String PREDICTION = "prediction";

  /** The column with the logits of all classes. */
  public static final String RAW = "rawPrediction";

  /** The column with the probability of every class, or of a link. */
  public static final String PROBABILITY = "probability";

  /** The column with the input of the last layer. */
  public static final String EMBEDDING = "embedding";

  /** The column with the decoder's score of a pair. */
  public static final String SCORE = "score";

  static final String SETTINGS = "config.yaml";
  private static final ArrayType FLOATS = DataTypes.createArrayType(DataTypes.FloatType, false);

  /**
   * The predictions of every node: {@code id, prediction, rawPrediction, probability, embedding}.
   */
  public Dataset<Row> predictions(SparkSession spark) throws IOException {
    return predictions(spark, graph, folder);
  }

  /** The predictions of a run in a folder. */
  public static Dataset<Row> predictions(SparkSession spark, String graph, String folder)
      throws IOException {
    return byId(
        spark,
        graph,
        folder,
        new StructType()
            .add(ShardTables.NODE, DataTypes.LongType, false)
            .add(PREDICTION, DataTypes.DoubleType, false)
            .add(RAW, FLOATS, false)
            .add(PROBABILITY, FLOATS, false)
            .add(EMBEDDING, FLOATS, false));
  }

  /** The embedding of every node, for any task: {@code id, embedding}. */
  public Dataset<Row> embeddings(SparkSession spark) throws IOException {
    return embeddings(spark, graph, folder);
  }

  /** The embeddings of a run in a folder. */
  public static Dataset<Row> embeddings(SparkSession spark, String graph, String folder)
      throws IOException {
    return byId(
        spark,
        graph,
        folder,
        new StructType()
            .add(ShardTables.NODE, DataTypes.LongType, false)
            .add(EMBEDDING, FLOATS, false));
  }

  /** Joins rows of nodes with the user's ids. */
  private static Dataset<Row> byId(
      SparkSession spark, String graph, String folder, StructType schema) throws IOException {
    GraphInfo info = GraphInfo.in(new SharedStorage(graph));
    boolean classes = schema.getFieldIndex(PREDICTION).isDefined();
    Dataset<Row> rows =
        spark
            .range(0, info.parts(), 1, info.parts())
            .flatMap(
                new RunRows(new SharedStorage(folder), new ArrayList<>(info.firstNodes()), classes),
                Encoders.row(schema));
    Dataset<Row> ids =
        spark.read().parquet(new SharedStorage(graph).inside(ShardTables.IDS).folder());
    return ids.join(rows, ShardTables.NODE).drop(ShardTables.NODE);
  }

  /** The settings of a run. */
  public static Settings settings(SharedStorage run) throws IOException {
    try (var scratch = new ScratchFolder()) {
      return Settings.of(Settings.readYaml(run.fetch(SETTINGS, scratch.path())));
    }
  }

  /** The pairs with {@code score} and {@code probability}: null if a node is not in the graph. */
  public Dataset<Row> scores(Dataset<Row> pairs) throws IOException {
    return PairTable.of(graph, folder).scored(pairs, col("src"), col("dst"), SCORE, PROBABILITY);
  }
}
