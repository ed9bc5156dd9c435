package dev.atoll.spark.table;

import static org.apache.spark.sql.functions.col;

import dev.atoll.graph.io.Npy;
import dev.atoll.graph.io.NpyArray;
import dev.atoll.train.TrainingResult;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.stream.LongStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;

/**
 * A finished run on a stored graph.
 *
 * @param graph the folder of the graph
 * @param folder of the run: weights, settings, predictions
 */
public record TableRun(String graph, String folder, TrainingResult result) {
  /** The column with the most likely class. */
  public static final String PREDICTION = "prediction";

  /** The column with the probability of every class. */
  public static final String PROBABILITY = "probability";

  /** The column with what the last layer works on. */
  public static final String EMBEDDING = "embedding";

  /** For every node {@code id, prediction, probability, embedding}, in the user's ids. */
  public Dataset<Row> predictions(SparkSession spark) throws IOException {
    return predictions(spark, graph, folder);
  }

  /** The same, of a run in a folder. */
  public static Dataset<Row> predictions(SparkSession spark, String graph, String folder)
      throws IOException {
    GraphInfo info = GraphInfo.in(new Storage(graph));
    StructType schema =
        new StructType()
            .add(ShardTables.NODE, DataTypes.LongType, false)
            .add(PREDICTION, DataTypes.DoubleType, false)
            .add(PROBABILITY, DataTypes.createArrayType(DataTypes.FloatType, false), false)
            .add(EMBEDDING, DataTypes.createArrayType(DataTypes.FloatType, false), false);
    Dataset<Row> rows =
        spark
            .range(0, info.parts(), 1, info.parts())
            .flatMap(
                new Reading(new Storage(folder), new ArrayList<>(info.firstNodes())),
                Encoders.row(schema));
    Dataset<Row> ids = spark.read().parquet(new Storage(graph).inside(ShardTables.IDS).folder());
    return ids.join(rows, ShardTables.NODE)
        .select(col(GraphTables.ID), col(PREDICTION), col(PROBABILITY), col(EMBEDDING));
  }

  /** Reads the predictions of one part. */
  private record Reading(Storage run, ArrayList<Long> firstNodes)
      implements FlatMapFunction<Long, Row> {
    @Override
    public Iterator<Row> call(Long part) throws IOException {
      int own = Math.toIntExact(part);
      Arena arena = Arena.ofShared();
      TaskContext.get().addTaskCompletionListener((TaskCompletionListener) _ -> arena.close());
      try (var scratch = new Scratch()) {
        NpyArray logits = Npy.map(run.fetch(TableTask.logits(own), scratch.path()), arena);
        NpyArray embeddings = Npy.map(run.fetch(TableTask.embeddings(own), scratch.path()), arena);
        return LongStream.range(0, logits.size(0))
            .mapToObj(
                row ->
                    RowFactory.create(
                        firstNodes.get(own) + row,
                        (double) best(cells(logits, row)),
                        softmax(cells(logits, row)),
                        cells(embeddings, row)))
            .iterator();
      }
    }

    private static Float[] cells(NpyArray rows, long row) {
      int width = (int) rows.size(1);
      var cells = new Float[width];
      for (int c = 0; c < width; c++) {
        cells[c] =
            rows.data().get(ValueLayout.JAVA_FLOAT_UNALIGNED, (row * width + c) * Float.BYTES);
      }
      return cells;
    }

    private static int best(Float[] logits) {
      int best = 0;
      for (int c = 1; c < logits.length; c++) {
        best = logits[c] > logits[best] ? c : best;
      }
      return best;
    }

    private static Float[] softmax(Float[] logits) {
      double most = logits[best(logits)];
      double sum = 0;
      for (Float logit : logits) {
        sum += Math.exp(logit - most);
      }
      var shares = new Float[logits.length];
      for (int c = 0; c < logits.length; c++) {
        shares[c] = (float) (Math.exp(logits[c] - most) / sum);
      }
      return shares;
    }
  }
}
