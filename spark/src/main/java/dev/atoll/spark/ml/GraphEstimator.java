package dev.atoll.spark.ml;

import dev.atoll.recipe.engine.RunListener;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.UnknownNodes;
import dev.atoll.spark.table.cut.TablePartitioner;
import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.spark.table.store.ShardTables;
import dev.atoll.spark.table.train.TableTraining;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.ml.functions$;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.shared.HasFeaturesCol;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Stores a graph of two tables and trains on it.
 *
 * @param <E> the estimator itself
 * @param <M> the model that it fits
 */
public abstract sealed class GraphEstimator<E extends GraphEstimator<E, M>, M extends GraphModel<M>>
    extends TunableEstimator<E, M> implements DefaultParamsWritable, HasFeaturesCol
    permits AtollNodeClassifier, AtollLinkPredictor {
  private static final long serialVersionUID = 1;

  private final Param<String> folder;
  private final IntParam workers;
  private final Param<String> partitioner;
  private final Param<String> unknown;
  private final Param<String> featuresCol;

  GraphEstimator(String uid) {
    super(uid);
    folder = new Param<>(uid, "folder", "a folder that driver and executors reach");
    workers = new IntParam(uid, "workers", "workers that share the graph", ParamValidators.gtEq(1));
    partitioner =
        new Param<>(uid, "partitioner", "how the graph is cut: " + TablePartitioner.names());
    unknown = new Param<>(uid, "unknown", "edges to unknown nodes: fail, drop or create");
    featuresCol = new Param<>(uid, "featuresCol", "the column of arrays or vectors");
  }

  /**
   * Sets the defaults; must be called after all Params are created, because Spark collects them at
   * the first default.
   */
  final void setDefaults(Map<Param<String>, String> columns) {
    setDefault(workers, 2);
    setDefault(partitioner, TablePartitioner.DEFAULT);
    setDefault(settings(), new String[0]);
    setDefault(unknown, "fail");
    setDefault(featuresCol, "features");
    columns.forEach(this::setDefault);
  }

  /**
   * Stores the graph and trains on it, in a folder of the model's own, which a failure deletes.
   *
   * @param tables read only after the settings were checked
   * @param given settings by key
   */
  final M fit(
      SparkSession spark, Supplier<GraphTables> tables, Map<String, String> given, M model) {
    String place = required(folder) + "/" + model.uid();
    TablePartitioner cut = TablePartitioner.named(getOrDefault(partitioner));
    TableTraining.check(spark, given, (int) getOrDefault(workers));
    try {
      ShardTables.write(tables.get(), (int) getOrDefault(workers), cut, place + "/graph");
      TableTraining.run(spark, place + "/graph", place + "/run", given, RunListener.NONE);
    } catch (IOException e) {
      throw deleted(place, new UncheckedIOException("cannot train in " + place, e));
    } catch (RuntimeException e) {
      throw deleted(place, e);
    }
    return copyValues(model.in(place + "/graph", place + "/run"), ParamMap.empty()).setParent(this);
  }

  private static RuntimeException deleted(String place, RuntimeException why) {
    try {
      new SharedStorage(place).delete();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
    return why;
  }

  /** A Param that has no default. */
  final String required(Param<String> param) {
    if (!isDefined(param)) {
      throw new SettingsException("%s is not set: %s".formatted(param.name(), param.doc()));
    }
    return getOrDefault(param);
  }

  /** A column under the name that graph tables use; vectors become arrays. */
  static Column column(StructType schema, String name, String as) {
    boolean vector = schema.apply(name).dataType().typeName().equals("vector");
    Column whole = Schemas.column(name);
    return (vector ? functions$.MODULE$.vector_to_array(whole, "float32") : whole).as(as);
  }

  final UnknownNodes policy() {
    String name = getOrDefault(unknown);
    try {
      return UnknownNodes.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new SettingsException("unknown='" + name + "': expected fail, drop or create");
    }
  }

  @Override
  public E copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Sets the folder in which every fit stores its graph and its run, named after the model. */
  public E setFolder(String path) {
    return with(folder, path);
  }

  public E setWorkers(int count) {
    return with(workers, count);
  }

  /** Sets the partitioner of the graph: a name of {@link TablePartitioner#names}. */
  public E setPartitioner(String name) {
    return with(partitioner, name);
  }

  /** Sets the handling of edges to unknown nodes: {@code fail}, {@code drop} or {@code create}. */
  public E setUnknown(String name) {
    return with(unknown, name);
  }

  public E setFeaturesCol(String name) {
    return with(featuresCol, name);
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

  public Param<String> unknown() {
    return unknown;
  }

  @Override
  public Param<String> featuresCol() {
    return featuresCol;
  }

  /** Implements the setter of Scala's shared trait, which is never called. */
  @Override
  public void org$apache$spark$ml$param$shared$HasFeaturesCol$_setter_$featuresCol_$eq(
      Param<String> unused) {}
}
