package dev.atoll.spark.ml;

import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.LinkShares;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * An estimator for link prediction. {@code fit} takes the table of edges, which count in both
 * directions; the nodes are a table or view with ids and features. Shares of the edges are held out
 * for validation and test ({@code link.validation}, {@code link.test}), unless a column {@code
 * split} assigns them.
 */
public final class AtollLinkPredictor extends GraphEstimator<AtollLinkPredictor, AtollLinkModel>
    implements PairParams<AtollLinkPredictor> {
  private static final long serialVersionUID = 1;
  private static final String TASK = "task";
  private static final String LINK = "link";

  private final PairColumns columns;
  private final Param<String> nodes;
  private final Param<String> idCol;
  private final Param<String> splitCol;

  /** A predictor with its defaults. */
  public AtollLinkPredictor() {
    this(Identifiable$.MODULE$.randomUID("atoll-link-predictor"));
  }

  /** Creates a predictor with a uid, for Spark's reader. */
  public AtollLinkPredictor(String uid) {
    super(uid);
    columns = PairColumns.of(uid);
    nodes = new Param<>(uid, "nodes", "the table or view of nodes: ids and features");
    idCol = new Param<>(uid, "idCol", "the column of the nodes' ids");
    splitCol = new Param<>(uid, "splitCol", "the column of train, validation, test, if any");
    setDefaults(columns.defaults());
    setDefault(idCol, "id");
    setDefault(splitCol, "split");
  }

  /** Reads an estimator that {@code save} has written. */
  public static AtollLinkPredictor load(String path) {
    return read().load(path);
  }

  /** The reader of estimators, for Spark's pipelines. */
  public static MLReader<AtollLinkPredictor> read() {
    return new DefaultParamsReadable<AtollLinkPredictor>() {}.read();
  }

  @Override
  public PairColumns columns() {
    return columns;
  }

  @Override
  public AtollLinkModel fit(Dataset<?> edges) {
    transformSchema(edges.schema());
    Map<String, String> given = given();
    if (!given.getOrDefault(TASK, LINK).equals(LINK)) {
      throw new SettingsException(
          "task=%s: a predictor of links learns links; leave it out".formatted(given.get(TASK)));
    }
    given.put(TASK, LINK);
    LinkShares shares = LinkShares.of(given);
    return fit(edges.sparkSession(), () -> tables(edges, shares), given, AtollLinkModel.fresh());
  }

  private GraphTables tables(Dataset<?> edges, LinkShares shares) {
    Dataset<Row> table = edges.sparkSession().table(required(nodes));
    StructType schema = table.schema();
    Schemas.require(schema, "idCol", getOrDefault(idCol));
    Schemas.requireFeatures(schema, getOrDefault(featuresCol()));
    Column[] chosen = {
      column(schema, getOrDefault(idCol), "id"),
      column(schema, getOrDefault(featuresCol()), "features")
    };
    return GraphTables.of(table.select(chosen), ends(edges))
        .withUnknown(policy())
        .withLinks(shares);
  }

  private Dataset<Row> ends(Dataset<?> edges) {
    List<Column> ends = new ArrayList<>();
    ends.add(Schemas.column(getOrDefault(srcCol())).as("src"));
    ends.add(Schemas.column(getOrDefault(dstCol())).as("dst"));
    if (Schemas.has(edges.schema(), getOrDefault(splitCol))) {
      ends.add(Schemas.column(getOrDefault(splitCol)).as("split"));
    }
    return edges.toDF().select(ends.toArray(Column[]::new));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return withScores(schema);
  }

  public AtollLinkPredictor setNodes(String table) {
    return with(nodes, table);
  }

  public AtollLinkPredictor setIdCol(String name) {
    return with(idCol, name);
  }

  public AtollLinkPredictor setSplitCol(String name) {
    return with(splitCol, name);
  }

  public Param<String> nodes() {
    return nodes;
  }

  public Param<String> idCol() {
    return idCol;
  }

  public Param<String> splitCol() {
    return splitCol;
  }
}
