package dev.atoll.spark.ml;

import dev.atoll.spark.table.train.TableRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A model trained on one graph. It refers to the folders of its graph and its run, which must stay
 * where they are.
 *
 * @param <M> the model itself
 */
public abstract sealed class GraphModel<M extends GraphModel<M>> extends Model<M>
    implements FluentParams<M>, DefaultParamsWritable permits AtollNodeModel, AtollLinkModel {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final Param<String> graph;
  private final Param<String> run;

  GraphModel(String uid) {
    this.uid = uid;
    graph = new Param<>(uid, "graph", "the folder of the graph");
    run = new Param<>(uid, "run", "the folder of the run");
  }

  final M in(String graphFolder, String runFolder) {
    with(graph, graphFolder);
    return with(run, runFolder);
  }

  /** Reads the folders. */
  interface Reading<T> {
    T of(String graph, String run) throws IOException;
  }

  final <T> T read(Reading<T> reading) {
    try {
      return reading.of(getOrDefault(graph), getOrDefault(run));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the run " + getOrDefault(run), e);
    }
  }

  /** The embeddings of all nodes: {@code id, embedding}. */
  public Dataset<Row> embeddings(SparkSession spark) {
    return read((graphFolder, runFolder) -> TableRun.embeddings(spark, graphFolder, runFolder));
  }

  @Override
  public String uid() {
    return uid;
  }

  public Param<String> graph() {
    return graph;
  }

  public Param<String> run() {
    return run;
  }
}
