package dev.atoll.spark.table.train;

import static org.apache.spark.sql.functions.col;

import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.spark.TaskSettings;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.train.plan.Objective;
import java.io.IOException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Scores pairs of a table with the decoder of a run: their nodes' embeddings are joined to them,
 * and every executor scores its rows.
 *
 * @param graph the folder of the graph
 * @param run the folder of the run
 */
public record PairTable(String graph, String run, TaskSettings settings) {
  private static final String HEAD = "atoll head";
  private static final String TAIL = "atoll tail";

  /** Opens the scoring of a run in a folder, which was trained with task=link. */
  public static PairTable of(String graph, String run) throws IOException {
    Settings settings = TableRun.settings(new SharedStorage(run));
    if (!(Composition.plan(settings).objective() instanceof Objective.Link)) {
      throw new SettingsException(
          "the run in %s was not trained on links: train with task=link".formatted(run));
    }
    return new PairTable(graph, run, TaskSettings.of(settings));
  }

  /**
   * Adds the columns of score and probability; null if a node is not in the graph.
   *
   * @param score for the decoder's score of a pair
   * @param probability for {@code σ(score)}
   */
  public Dataset<Row> scored(
      Dataset<Row> pairs, Column head, Column tail, String score, String probability)
      throws IOException {
    Dataset<Row> joined = joined(joined(pairs, head, HEAD), tail, TAIL);
    StructType schema =
        pairs
            .schema()
            .add(score, DataTypes.DoubleType, true)
            .add(probability, DataTypes.DoubleType, true);
    return joined.mapPartitions(
        new ScoreTask(new SharedStorage(run), settings), Encoders.row(schema));
  }

  /** The rows with one more column: the embedding of a node. */
  private Dataset<Row> joined(Dataset<Row> rows, Column node, String as) throws IOException {
    Dataset<Row> known =
        TableRun.embeddings(rows.sparkSession(), graph, run)
            .select(col(GraphTables.ID).as(as + " id"), col(TableRun.EMBEDDING).as(as));
    return rows.join(known, node.equalTo(known.col(as + " id")), "left").drop(as + " id");
  }
}
