package dev.atoll.spark.ml;

import static org.apache.spark.sql.functions.col;

import dev.atoll.spark.table.train.TableRun;
import org.apache.spark.ml.functions$;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * A trained classifier of the nodes of one graph: returns their predictions by id. Nodes outside of
 * the graph get nulls.
 */
public final class AtollNodeModel extends GraphModel<AtollNodeModel>
    implements NodeParams<AtollNodeModel> {
  private static final long serialVersionUID = 1;
  private static final String ID = "atoll id";

  private final NodeColumns columns;

  /** Creates a model without folders, for Spark's reader. */
  public AtollNodeModel(String uid) {
    super(uid);
    columns = NodeColumns.of(uid);
    columns.defaults().forEach(this::setDefault);
  }

  static AtollNodeModel fresh() {
    return new AtollNodeModel(Identifiable$.MODULE$.randomUID("atoll-node-model"));
  }

  /** Reads a model that {@code save} has written. */
  public static AtollNodeModel load(String path) {
    return read().load(path);
  }

  /** The reader of models, for Spark's pipelines. */
  public static MLReader<AtollNodeModel> read() {
    return new DefaultParamsReadable<AtollNodeModel>() {}.read();
  }

  @Override
  public NodeColumns columns() {
    return columns;
  }

  @Override
  public AtollNodeModel copy(ParamMap extra) {
    return copyValues(new AtollNodeModel(uid()), extra).setParent(parent());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return withPredictions(schema);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    transformSchema(nodes.schema());
    Dataset<Row> known =
        read((graph, run) -> TableRun.predictions(nodes.sparkSession(), graph, run))
            .select(
                col("id").as(ID),
                vector(TableRun.RAW).as(getOrDefault(rawPredictionCol())),
                vector(TableRun.PROBABILITY).as(getOrDefault(probabilityCol())),
                col(TableRun.PREDICTION).as(getOrDefault(predictionCol())),
                vector(TableRun.EMBEDDING).as(getOrDefault(embeddingCol())));
    Dataset<Row> rows = nodes.toDF();
    return rows.join(
            known, rows.col(Schemas.quoted(getOrDefault(idCol()))).equalTo(known.col(ID)), "left")
        .drop(ID);
  }

  private static Column vector(String column) {
    return functions$.MODULE$.array_to_vector(col(column).cast("array<double>"));
  }
}
