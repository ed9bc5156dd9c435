package dev.atoll.spark.ml;

import dev.atoll.spark.table.train.TableRun;
import java.io.Serializable;
import java.util.Map;
import org.apache.spark.ml.param.Param;

/** The Params of {@link PairParams}. */
record PairColumns(
    Param<String> src, Param<String> dst, Param<String> score, Param<String> probability)
    implements Serializable {
  static PairColumns of(String uid) {
    return new PairColumns(
        new Param<>(uid, "srcCol", "the column of one end of an edge or a pair"),
        new Param<>(uid, "dstCol", "the column of the other end"),
        new Param<>(uid, "scoreCol", "the column for the scores of pairs"),
        new Param<>(uid, "probabilityCol", "the column for the probabilities of links"));
  }

  Map<Param<String>, String> defaults() {
    return Map.of(src, "src", dst, "dst", score, TableRun.SCORE, probability, TableRun.PROBABILITY);
  }
}
