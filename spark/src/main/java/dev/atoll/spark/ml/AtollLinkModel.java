package dev.atoll.spark.ml;

import dev.atoll.spark.table.train.PairTable;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * A trained link predictor: scores pairs of nodes of one graph. Pairs with a node outside of the
 * graph get nulls.
 */
public final class AtollLinkModel extends GraphModel<AtollLinkModel>
    implements PairParams<AtollLinkModel> {
  private static final long serialVersionUID = 1;

  private final PairColumns columns;

  /** Creates a model without folders, for Spark's reader. */
  public AtollLinkModel(String uid) {
    super(uid);
    columns = PairColumns.of(uid);
    columns.defaults().forEach(this::setDefault);
  }

  static AtollLinkModel fresh() {
    return new AtollLinkModel(Identifiable$.MODULE$.randomUID("atoll-link-model"));
  }

  /** Loads a model that {@code save} has written. */
  public static AtollLinkModel load(String path) {
    return read().load(path);
  }

  /** The reader of models, for Spark's pipelines. */
  public static MLReader<AtollLinkModel> read() {
    return new DefaultParamsReadable<AtollLinkModel>() {}.read();
  }

  @Override
  public PairColumns columns() {
    return columns;
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
                    rows.col(Schemas.quoted(getOrDefault(srcCol()))),
                    rows.col(Schemas.quoted(getOrDefault(dstCol()))),
                    getOrDefault(scoreCol()),
                    getOrDefault(probabilityCol())));
  }
}
