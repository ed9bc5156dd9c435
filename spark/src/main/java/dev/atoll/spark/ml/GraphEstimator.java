package dev.atoll.spark.ml;

import static org.apache.spark.sql.functions.col;

import dev.atoll.recipe.engine.LeadListener;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.UnknownNodes;
import dev.atoll.spark.table.cut.TablePartitioner;
import dev.atoll.spark.table.store.ShardTables;
import dev.atoll.spark.table.train.TableTraining;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.functions$;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * What stores a graph of two tables and trains on it: where, with how many workers, and how.
 *
 * @param <E> the estimator itself
 * @param <M> what it learns
 */
public abstract sealed class GraphEstimator<E extends GraphEstimator<E, M>, M extends GraphModel<M>>
    extends Estimator<M> implements DefaultParamsWritable
    permits AtollNodeClassifier, AtollLinkPredictor {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final Param<String> folder;
  private final IntParam workers;
  private final Param<String> partitioner;
  private final StringArrayParam settings;
  private final Param<String> unknown;
  private final Param<String> idCol;
  private final Param<String> featuresCol;

  GraphEstimator(String uid) {
    this.uid = uid;
    folder = new Param<>(uid, "folder", "a folder that driver and executors reach");
    workers = new IntParam(uid, "workers", "how many share the graph", ParamValidators.gtEq(1));
    partitioner =
        new Param<>(uid, "partitioner", "what cuts the graph: " + TablePartitioner.names());
    settings = new StringArrayParam(this, "settings", "of the training, key=value each");
    unknown = new Param<>(uid, "unknown", "edges to unknown nodes: fail, drop or create");
    idCol = new Param<>(uid, "idCol", "the column of the nodes' ids");
    featuresCol = new Param<>(uid, "featuresCol", "the column of arrays or vectors");
  }

  /** To be called when all Params are there: Spark collects them at the first default. */
  final void setCommonDefaults() {
    setDefault(workers, 2);
    setDefault(partitioner, "auto");
    setDefault(settings, new String[0]);
    setDefault(unknown, "fail");
    setDefault(idCol, "id");
    setDefault(featuresCol, "features");
  }

  abstract E self();

  /**
   * Stores the graph and trains on it.
   *
   * @param tables read only once the settings are known to fit
   * @param said settings by name
   */
  final M fit(SparkSession spark, Supplier<GraphTables> tables, Map<String, String> said, M model) {
    String place = required(folder);
    TablePartitioner cut = TablePartitioner.named(getOrDefault(partitioner));
    TableTraining.check(spark, said, (int) getOrDefault(workers));
    try {
      ShardTables.write(tables.get(), (int) getOrDefault(workers), cut, place + "/graph");
      TableTraining.run(spark, place + "/graph", place + "/run", said, LeadListener.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot train in " + place, e);
    }
    return copyValues(model.in(place + "/graph", place + "/run"), ParamMap.empty()).setParent(this);
  }

  /** A Param that has no default. */
  final String required(Param<String> param) {
    if (!isDefined(param)) {
      throw new SettingsException("%s is not set: %s".formatted(param.name(), param.doc()));
    }
    return getOrDefault(param);
  }

  /** A column by the name that tables of graphs use; vectors become arrays. */
  static Column column(StructType schema, String name, String as) {
    boolean vector = schema.apply(name).dataType().typeName().equals("vector");
    return (vector ? functions$.MODULE$.vector_to_array(col(name), "float32") : col(name)).as(as);
  }

  final UnknownNodes policy() {
    String said = getOrDefault(unknown);
    try {
      return UnknownNodes.valueOf(said.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new SettingsException("unknown='" + said + "': expected fail, drop or create");
    }
  }

  final Map<String, String> said() {
    Map<String, String> said = new LinkedHashMap<>();
    for (String pair : getOrDefault(settings)) {
      Assignment one = Assignment.ofPair(pair, "settings");
      said.put(one.key(), one.text());
    }
    return said;
  }

  @Override
  public E copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Where the graph and what is learnt are stored; must be empty. */
  public E setFolder(String path) {
    set(folder, path);
    return self();
  }

  public E setWorkers(int count) {
    set(workers, count);
    return self();
  }

  /** What cuts the graph: a name that {@link TablePartitioner#named} knows. */
  public E setPartitioner(String name) {
    set(partitioner, name);
    return self();
  }

  /** Settings of the training, such as {@code "recipe=distdgl"}. */
  public E setSettings(String... pairs) {
    set(settings, pairs);
    return self();
  }

  /** What becomes of edges to unknown nodes: {@code fail}, {@code drop} or {@code create}. */
  public E setUnknown(String policy) {
    set(unknown, policy);
    return self();
  }

  public E setIdCol(String name) {
    set(idCol, name);
    return self();
  }

  public E setFeaturesCol(String name) {
    set(featuresCol, name);
    return self();
  }

  public Param<String> folder() {
    return folder;
  }

  public IntParam workers() {
    return workers;
  }

  public Param<String> partitioner() {
    return partitioner;
  }

  public StringArrayParam settings() {
    return settings;
  }

  public Param<String> unknown() {
    return unknown;
  }

  public Param<String> idCol() {
    return idCol;
  }

  public Param<String> featuresCol() {
    return featuresCol;
  }
}
