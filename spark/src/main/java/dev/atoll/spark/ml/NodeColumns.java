package dev.atoll.spark.ml;

import dev.atoll.spark.table.train.TableRun;
import java.io.Serializable;
import java.util.Map;
import org.apache.spark.ml.param.Param;

/** The Params of {@link NodeParams}. */
record NodeColumns(
    Param<String> id,
    Param<String> prediction,
    Param<String> rawPrediction,
    Param<String> probability,
    Param<String> embedding)
    implements Serializable {
  static NodeColumns of(String uid) {
    return new NodeColumns(
        new Param<>(uid, "idCol", "the column of the nodes' ids"),
        new Param<>(uid, "predictionCol", "the column for the most likely class"),
        new Param<>(uid, "rawPredictionCol", "the column for the scores of all classes"),
        new Param<>(uid, "probabilityCol", "the column for the probabilities of all classes"),
        new Param<>(uid, "embeddingCol", "the column for embeddings"));
  }

  Map<Param<String>, String> defaults() {
    return Map.of(
        id, "id",
        prediction, TableRun.PREDICTION,
        rawPrediction, TableRun.RAW,
        probability, TableRun.PROBABILITY,
        embedding, TableRun.EMBEDDING);
  }
}
