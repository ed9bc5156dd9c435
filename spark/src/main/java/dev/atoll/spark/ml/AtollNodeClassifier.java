package dev.atoll.spark.ml;

import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.train.TableRun;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Learns the classes of nodes from their features and their neighbours. {@code fit} takes the table
 * of nodes; the edges are a table or view with columns {@code src} and {@code dst}.
 */
public final class AtollNodeClassifier extends GraphEstimator<AtollNodeClassifier, AtollNodeModel>
    implements GraphParams {
  private static final long serialVersionUID = 1;

  private final Param<String> edges;
  private final Param<String> labelCol;
  private final Param<String> splitCol;
  private final Param<String> predictionCol;
  private final Param<String> rawPredictionCol;
  private final Param<String> probabilityCol;
  private final Param<String> embeddingCol;

  /** A classifier with its defaults. */
  public AtollNodeClassifier() {
    this("atoll-node-classifier-" + UUID.randomUUID());
  }

  /** The same, of a name, for Spark's reader. */
  public AtollNodeClassifier(String uid) {
    super(uid);
    edges = new Param<>(uid, "edges", "the table or view of edges: src, dst");
    labelCol = new Param<>(uid, "labelCol", "the column of classes, 0 and up");
    splitCol = new Param<>(uid, "splitCol", "the column of train, validation, test");
    predictionCol = new Param<>(uid, "predictionCol", "the column for the most likely class");
    rawPredictionCol = new Param<>(uid, "rawPredictionCol", "the column for scores of classes");
    probabilityCol = new Param<>(uid, "probabilityCol", "the column for probabilities");
    embeddingCol = new Param<>(uid, "embeddingCol", "the column for embeddings");
    setCommonDefaults();
    setDefault(labelCol, "label");
    setDefault(splitCol, "split");
    setDefault(predictionCol, TableRun.PREDICTION);
    setDefault(rawPredictionCol, TableRun.RAW);
    setDefault(probabilityCol, TableRun.PROBABILITY);
    setDefault(embeddingCol, TableRun.EMBEDDING);
  }

  /** Reads what {@code save} has written. */
  public static AtollNodeClassifier load(String path) {
    return read().load(path);
  }

  /** For Spark's reader of pipelines. */
  public static MLReader<AtollNodeClassifier> read() {
    return new DefaultParamsReadable<AtollNodeClassifier>() {}.read();
  }

  @Override
  AtollNodeClassifier self() {
    return this;
  }

  @Override
  public AtollNodeModel fit(Dataset<?> nodes) {
    transformSchema(nodes.schema());
    return fit(nodes.sparkSession(), () -> tables(nodes), said(), AtollNodeModel.fresh());
  }

  private GraphTables tables(Dataset<?> nodes) {
    Map<String, Param<String>> columns = new LinkedHashMap<>();
    columns.put("id", idCol());
    columns.put("features", featuresCol());
    columns.put("label", labelCol);
    columns.put("split", splitCol);
    StructType schema = nodes.schema();
    columns.values().removeIf(column -> !Schemas.has(schema, getOrDefault(column)));
    Column[] chosen =
        columns.entrySet().stream()
            .map(column -> column(schema, getOrDefault(column.getValue()), column.getKey()))
            .toArray(Column[]::new);
    return GraphTables.of(nodes.toDF().select(chosen), nodes.sparkSession().table(required(edges)))
        .withUnknown(policy());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    Schemas.requireFeatures(schema, getOrDefault(featuresCol()));
    Schemas.requireLabels(schema, getOrDefault(labelCol));
    return withPredictions(schema);
  }

  public AtollNodeClassifier setEdges(String table) {
    set(edges, table);
    return this;
  }

  public AtollNodeClassifier setLabelCol(String name) {
    set(labelCol, name);
    return this;
  }

  public AtollNodeClassifier setSplitCol(String name) {
    set(splitCol, name);
    return this;
  }

  public Param<String> edges() {
    return edges;
  }

  public Param<String> labelCol() {
    return labelCol;
  }

  public Param<String> splitCol() {
    return splitCol;
  }

  @Override
  public Param<String> predictionCol() {
    return predictionCol;
  }

  @Override
  public Param<String> rawPredictionCol() {
    return rawPredictionCol;
  }

  @Override
  public Param<String> probabilityCol() {
    return probabilityCol;
  }

  @Override
  public Param<String> embeddingCol() {
    return embeddingCol;
  }
}
