package dev.atoll.spark.ml;

import static org.apache.spark.sql.functions.col;

import dev.atoll.spark.table.TableRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * A trained classifier of the nodes of one graph: gives their predictions by id. Nodes that were
 * not in the graph get none. It refers to the folders of its graph and its run, which must stay
 * where they are.
 */
public final class AtollNodeModel extends Model<AtollNodeModel>
    implements GraphParams, DefaultParamsWritable {
  private static final long serialVersionUID = 1;
  private static final String ID = "atoll id";

  private final String uid;
  private final Param<String> graph;
  private final Param<String> run;
  private final Param<String> idCol;
  private final Param<String> predictionCol;
  private final Param<String> probabilityCol;
  private final Param<String> embeddingCol;

  /** A model without folders yet, for Spark's reader. */
  public AtollNodeModel(String uid) {
    this.uid = uid;
    graph = new Param<>(uid, "graph", "the folder of the graph");
    run = new Param<>(uid, "run", "the folder of the run");
    idCol = new Param<>(uid, "idCol", "the column of the nodes' ids");
    predictionCol = new Param<>(uid, "predictionCol", "the column for the most likely class");
    probabilityCol = new Param<>(uid, "probabilityCol", "the column for probabilities");
    embeddingCol = new Param<>(uid, "embeddingCol", "the column for embeddings");
    setDefault(idCol, "id");
    setDefault(predictionCol, TableRun.PREDICTION);
    setDefault(probabilityCol, TableRun.PROBABILITY);
    setDefault(embeddingCol, TableRun.EMBEDDING);
  }

  static AtollNodeModel of(String graphFolder, String runFolder) {
    var model = new AtollNodeModel("atoll-node-model-" + UUID.randomUUID());
    model.set(model.graph, graphFolder);
    model.set(model.run, runFolder);
    return model;
  }

  /** Reads what {@code save} has written. */
  public static AtollNodeModel load(String path) {
    return read().load(path);
  }

  /** For Spark's reader of pipelines. */
  public static MLReader<AtollNodeModel> read() {
    return new DefaultParamsReadable<AtollNodeModel>() {}.read();
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

  @Override
  public AtollNodeModel copy(ParamMap extra) {
    return copyValues(new AtollNodeModel(uid), extra).setParent(parent());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return withPredictions(schema);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    try {
      Dataset<Row> known =
          TableRun.predictions(nodes.sparkSession(), getOrDefault(graph), getOrDefault(run))
              .select(
                  col("id").as(ID),
                  col(TableRun.PREDICTION).as(getOrDefault(predictionCol)),
                  col(TableRun.PROBABILITY).as(getOrDefault(probabilityCol)),
                  col(TableRun.EMBEDDING).as(getOrDefault(embeddingCol)));
      Dataset<Row> rows = nodes.toDF();
      return rows.join(known, rows.col(getOrDefault(idCol)).equalTo(known.col(ID)), "left")
          .drop(ID);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the run " + getOrDefault(run), e);
    }
  }
}
