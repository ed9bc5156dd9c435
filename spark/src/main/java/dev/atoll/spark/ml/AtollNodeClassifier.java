package dev.atoll.spark.ml;

import dev.atoll.spark.table.GraphTables;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.shared.HasLabelCol;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Learns the classes of nodes from their features and their neighbours. {@code fit} takes the table
 * of nodes; the edges are a table or view with columns {@code src} and {@code dst}.
 */
public final class AtollNodeClassifier extends GraphEstimator<AtollNodeClassifier, AtollNodeModel>
    implements NodeParams<AtollNodeClassifier>, HasLabelCol {
  private static final long serialVersionUID = 1;

  private final NodeColumns columns;
  private final Param<String> edges;
  private final Param<String> labelCol;
  private final Param<String> splitCol;

  /** A classifier with its defaults. */
  public AtollNodeClassifier() {
    this(Identifiable$.MODULE$.randomUID("atoll-node-classifier"));
  }

  /** Creates a classifier with a uid, for Spark's reader. */
  public AtollNodeClassifier(String uid) {
    super(uid);
    columns = NodeColumns.of(uid);
    edges = new Param<>(uid, "edges", "the table or view of edges: src, dst");
    labelCol = new Param<>(uid, "labelCol", "the column of classes, 0 and up");
    splitCol = new Param<>(uid, "splitCol", "the column of train, validation, test");
    setDefaults(columns.defaults());
    setDefault(labelCol, "label");
    setDefault(splitCol, "split");
  }

  /** Reads an estimator that {@code save} has written. */
  public static AtollNodeClassifier load(String path) {
    return read().load(path);
  }

  /** The reader of estimators, for Spark's pipelines. */
  public static MLReader<AtollNodeClassifier> read() {
    return new DefaultParamsReadable<AtollNodeClassifier>() {}.read();
  }

  @Override
  public NodeColumns columns() {
    return columns;
  }

  @Override
  public AtollNodeModel fit(Dataset<?> nodes) {
    transformSchema(nodes.schema());
    return fit(nodes.sparkSession(), () -> tables(nodes), given(), AtollNodeModel.fresh());
  }

  private GraphTables tables(Dataset<?> nodes) {
    Map<String, Param<String>> chosen = new LinkedHashMap<>();
    chosen.put("id", idCol());
    chosen.put("features", featuresCol());
    chosen.put("label", labelCol);
    chosen.put("split", splitCol);
    StructType schema = nodes.schema();
    chosen.values().removeIf(column -> !Schemas.has(schema, getOrDefault(column)));
    Column[] selected =
        chosen.entrySet().stream()
            .map(column -> column(schema, getOrDefault(column.getValue()), column.getKey()))
            .toArray(Column[]::new);
    return GraphTables.of(
            nodes.toDF().select(selected), nodes.sparkSession().table(required(edges)))
        .withUnknown(policy());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    Schemas.requireFeatures(schema, getOrDefault(featuresCol()));
    Schemas.requireLabels(schema, getOrDefault(labelCol));
    return withPredictions(schema);
  }

  public AtollNodeClassifier setEdges(String table) {
    return with(edges, table);
  }

  public AtollNodeClassifier setLabelCol(String name) {
    return with(labelCol, name);
  }

  public AtollNodeClassifier setSplitCol(String name) {
    return with(splitCol, name);
  }

  public Param<String> edges() {
    return edges;
  }

  @Override
  public Param<String> labelCol() {
    return labelCol;
  }

  public Param<String> splitCol() {
    return splitCol;
  }

  /** Implements the setter of Scala's shared trait, which is never called. */
  @Override
  public void org$apache$spark$ml$param$shared$HasLabelCol$_setter_$labelCol_$eq(
      Param<String> unused) {}
}
