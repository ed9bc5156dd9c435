package dev.atoll.spark.ml;

import static org.apache.spark.sql.functions.col;

import dev.atoll.app.engine.Lead;
import dev.atoll.app.settings.Assignment;
import dev.atoll.app.settings.SettingsException;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.HashPartitioner;
import dev.atoll.spark.table.LabelPropagation;
import dev.atoll.spark.table.ShardTables;
import dev.atoll.spark.table.TablePartitioner;
import dev.atoll.spark.table.TableTraining;
import dev.atoll.spark.table.UnknownNodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.functions$;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Learns the classes of nodes from their features and their neighbours. {@code fit} takes the table
 * of nodes; the edges are a table or view with columns {@code src} and {@code dst}.
 */
public final class AtollNodeClassifier extends Estimator<AtollNodeModel>
    implements GraphParams, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final Param<String> edges;
  private final Param<String> folder;
  private final IntParam workers;
  private final IntParam rounds;
  private final StringArrayParam settings;
  private final Param<String> unknown;
  private final Param<String> idCol;
  private final Param<String> featuresCol;
  private final Param<String> labelCol;
  private final Param<String> splitCol;
  private final Param<String> predictionCol;
  private final Param<String> probabilityCol;
  private final Param<String> embeddingCol;

  /** A classifier with its defaults. */
  public AtollNodeClassifier() {
    this("atoll-node-classifier-" + UUID.randomUUID());
  }

  /** The same, of a name, for Spark's reader. */
  public AtollNodeClassifier(String uid) {
    this.uid = uid;
    edges = new Param<>(uid, "edges", "the table or view of edges: src, dst");
    folder = new Param<>(uid, "folder", "a folder that driver and executors reach");
    workers = new IntParam(uid, "workers", "how many share the graph", ParamValidators.gtEq(1));
    rounds =
        new IntParam(
            uid,
            "rounds",
            "of label propagation; 0 places nodes by chance",
            ParamValidators.gtEq(0));
    settings = new StringArrayParam(this, "settings", "of the training, key=value each");
    unknown = new Param<>(uid, "unknown", "edges to unknown nodes: fail, drop or create");
    idCol = new Param<>(uid, "idCol", "the column of the nodes' ids");
    featuresCol = new Param<>(uid, "featuresCol", "the column of arrays or vectors");
    labelCol = new Param<>(uid, "labelCol", "the column of classes, 0 and up");
    splitCol = new Param<>(uid, "splitCol", "the column of train, validation, test");
    predictionCol = new Param<>(uid, "predictionCol", "the column for the most likely class");
    probabilityCol = new Param<>(uid, "probabilityCol", "the column for probabilities");
    embeddingCol = new Param<>(uid, "embeddingCol", "the column for embeddings");
    setDefault(workers, 2);
    setDefault(rounds, 20);
    setDefault(settings, new String[0]);
    setDefault(unknown, "fail");
    setDefault(idCol, "id");
    setDefault(featuresCol, "features");
    setDefault(labelCol, "label");
    setDefault(splitCol, "split");
    setDefault(predictionCol, "prediction");
    setDefault(probabilityCol, "probability");
    setDefault(embeddingCol, "embedding");
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
  public AtollNodeModel fit(Dataset<?> nodes) {
    String graph = getOrDefault(folder) + "/graph";
    String run = getOrDefault(folder) + "/run";
    try {
      ShardTables.write(tables(nodes), (int) getOrDefault(workers), partitioner(), graph);
      TableTraining.run(nodes.sparkSession(), graph, run, said(), Lead.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot train in " + getOrDefault(folder), e);
    }
    return copyValues(AtollNodeModel.of(graph, run), ParamMap.empty()).setParent(this);
  }

  private TablePartitioner partitioner() {
    int most = (int) getOrDefault(rounds);
    return most == 0
        ? new HashPartitioner()
        : new LabelPropagation(most, LabelPropagation.TOLERANCE);
  }

  private GraphTables tables(Dataset<?> nodes) {
    StructType schema = nodes.schema();
    List<String> there = List.of(schema.fieldNames());
    Column[] columns =
        Map.of("id", idCol, "features", featuresCol, "label", labelCol, "split", splitCol)
            .entrySet()
            .stream()
            .filter(entry -> there.contains(getOrDefault(entry.getValue())))
            .map(entry -> column(schema, getOrDefault(entry.getValue())).as(entry.getKey()))
            .toArray(Column[]::new);
    Dataset<Row> links = nodes.sparkSession().table(getOrDefault(edges));
    return GraphTables.of(nodes.toDF().select(columns), links).withUnknown(policy());
  }

  /** Vectors become arrays. */
  private static Column column(StructType schema, String name) {
    boolean vector = schema.apply(name).dataType().typeName().equals("vector");
    return vector ? functions$.MODULE$.vector_to_array(col(name), "float32") : col(name);
  }

  private UnknownNodes policy() {
    String said = getOrDefault(unknown);
    try {
      return UnknownNodes.valueOf(said.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new SettingsException("unknown='" + said + "': expected fail, drop or create");
    }
  }

  private Map<String, String> said() {
    Map<String, String> said = new LinkedHashMap<>();
    for (String pair : getOrDefault(settings)) {
      Assignment one = Assignment.ofPair(pair, "settings");
      said.put(one.key(), one.text());
    }
    return said;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return withPredictions(schema);
  }

  @Override
  public AtollNodeClassifier copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public String uid() {
    return uid;
  }

  public AtollNodeClassifier setEdges(String table) {
    set(edges, table);
    return this;
  }

  public AtollNodeClassifier setFolder(String path) {
    set(folder, path);
    return this;
  }

  public AtollNodeClassifier setWorkers(int count) {
    set(workers, count);
    return this;
  }

  /** Rounds of label propagation, which cuts the graph; 0 places nodes by chance. */
  public AtollNodeClassifier setRounds(int most) {
    set(rounds, most);
    return this;
  }

  /** Settings of the training, such as {@code "recipe=distdgl"}. */
  public AtollNodeClassifier setSettings(String... pairs) {
    set(settings, pairs);
    return this;
  }

  /** What becomes of edges to unknown nodes: {@code fail}, {@code drop} or {@code create}. */
  public AtollNodeClassifier setUnknown(String policy) {
    set(unknown, policy);
    return this;
  }

  public AtollNodeClassifier setIdCol(String name) {
    set(idCol, name);
    return this;
  }

  public AtollNodeClassifier setFeaturesCol(String name) {
    set(featuresCol, name);
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

  public Param<String> folder() {
    return folder;
  }

  public IntParam workers() {
    return workers;
  }

  public IntParam rounds() {
    return rounds;
  }

  public StringArrayParam settings() {
    return settings;
  }

  public Param<String> unknown() {
    return unknown;
  }

  public Param<String> featuresCol() {
    return featuresCol;
  }

  public Param<String> labelCol() {
    return labelCol;
  }

  public Param<String> splitCol() {
    return splitCol;
  }

  @Override
  public Param<String> idCol() {
    return idCol;
  }

  @Override
  public Param<String> predictionCol() {
    return predictionCol;
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
