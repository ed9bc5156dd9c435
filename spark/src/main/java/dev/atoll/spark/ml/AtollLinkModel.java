package dev.atoll.spark.ml;

import dev.atoll.spark.table.train.PairTable;
import dev.atoll.spark.table.train.TableRun;
import java.util.UUID;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Says of pairs of nodes of one graph how likely a link is. Pairs with a node that was not in the
 * graph get no score.
 */
public final class AtollLinkModel extends GraphModel<AtollLinkModel> implements PairParams {
  private static final long serialVersionUID = 1;

  private final Param<String> srcCol;
  private final Param<String> dstCol;
  private final Param<String> scoreCol;
  private final Param<String> probabilityCol;

  /** A model without folders yet, for Spark's reader. */
  public AtollLinkModel(String uid) {
    super(uid);
    srcCol = new Param<>(uid, "srcCol", "the column of one end of a pair");
    dstCol = new Param<>(uid, "dstCol", "the column of the other end");
    scoreCol = new Param<>(uid, "scoreCol", "the column for scores of pairs");
    probabilityCol = new Param<>(uid, "probabilityCol", "the column for probabilities");
    setDefault(srcCol, "src");
    setDefault(dstCol, "dst");
    setDefault(scoreCol, TableRun.SCORE);
    setDefault(probabilityCol, TableRun.PROBABILITY);
  }

  static AtollLinkModel fresh() {
    return new AtollLinkModel("atoll-link-model-" + UUID.randomUUID());
  }

  /** Reads what {@code save} has written. */
  public static AtollLinkModel load(String path) {
    return read().load(path);
  }

  /** For Spark's reader of pipelines. */
  public static MLReader<AtollLinkModel> read() {
    return new DefaultParamsReadable<AtollLinkModel>() {}.read();
  }

  @Override
  AtollLinkModel self() {
    return this;
  }

  @Override
  public AtollLinkModel copy(ParamMap extra) {
    return copyValues(new AtollLinkModel(uid()), extra).setParent(parent());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return withScores(schema);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> pairs) {
    transformSchema(pairs.schema());
    Dataset<Row> rows = pairs.toDF();
    return read(
        (graph, run) ->
            PairTable.of(graph, run)
                .scored(
                    rows,
                    rows.col(getOrDefault(srcCol)),
                    rows.col(getOrDefault(dstCol)),
                    getOrDefault(scoreCol),
                    getOrDefault(probabilityCol)));
  }

  @Override
  public Param<String> srcCol() {
    return srcCol;
  }

  @Override
  public Param<String> dstCol() {
    return dstCol;
  }

  @Override
  public Param<String> scoreCol() {
    return scoreCol;
  }

  @Override
  public Param<String> probabilityCol() {
    return probabilityCol;
  }
}
