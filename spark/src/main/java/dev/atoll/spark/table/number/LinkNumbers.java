package dev.atoll.spark.table.number;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.when;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import dev.atoll.graph.link.LinkSplit;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.LinkShares;
import dev.atoll.spark.table.TableErrors;
import dev.atoll.spark.table.storage.SharedStorage;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Edges as links to learn: every pair of different nodes that an edge joins, once, with its head
 * and its role.
 *
 * @param links {@code s} (head), {@code d} (tail), {@code role}
 */
public record LinkNumbers(Dataset<Row> links) {
  public static final String ROLE = "role";
  private static final StructType SCHEMA =
      new StructType()
          .add(EdgeNumbers.SOURCE, DataTypes.IntegerType, false)
          .add(EdgeNumbers.TARGET, DataTypes.IntegerType, false)
          .add(ROLE, DataTypes.IntegerType, false);

  /**
   * Writes the links of edges to a folder.
   *
   * @param edges {@code s, d}, and {@code split} if the user gives the role of every link
   */
  public static LinkNumbers write(Dataset<Row> edges, LinkShares shares, SharedStorage folder) {
    Column source = col(EdgeNumbers.SOURCE);
    Column target = col(EdgeNumbers.TARGET);
    boolean given = List.of(edges.columns()).contains(GraphTables.SPLIT);
    if (given) {
      TableErrors.requireRoles(edges);
    }
    edges
        .filter(source.notEqual(target))
        .groupBy(
            least(source, target).cast("int").as("low"),
            greatest(source, target).cast("int").as("high"))
        .agg(max(given ? role(col(GraphTables.SPLIT)) : lit(null).cast("int")).as(ROLE))
        .mapPartitions(new Drawing(shares), Encoders.row(SCHEMA))
        .write()
        .parquet(folder.folder());
    var written = new LinkNumbers(edges.sparkSession().read().parquet(folder.folder()));
    if (written.training().isEmpty()) {
      throw new BadDataException(
          "none of the links is for training: the table of edges is empty, or link.validation and"
              + " link.test leave nothing");
    }
    return written;
  }

  /**
   * The role of a split's name; for an edge that occurs with several roles, test takes precedence
   * over validation and train.
   */
  private static Column role(Column split) {
    return when(split.equalTo("test"), Split.TEST)
        .when(split.isin("validation", "val"), Split.VALIDATION)
        .when(coalesce(split, lit("train")).equalTo("train"), Split.TRAIN)
        .cast("int");
  }

  /** The edges for message passing: training links. */
  public Dataset<Row> training() {
    return links.filter(col(ROLE).equalTo(Split.TRAIN)).drop(ROLE);
  }

  /** Assigns heads to pairs, and roles if none are given. */
  private record Drawing(LinkShares shares) implements MapPartitionsFunction<Row, Row> {
    @Override
    public Iterator<Row> call(Iterator<Row> pairs) {
      LinkSplit split = shares.split();
      return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pairs, 0), false)
          .map(pair -> link(split, pair))
          .iterator();
    }

    private static Row link(LinkSplit split, Row pair) {
      int low = pair.getInt(0);
      int high = pair.getInt(1);
      int role = pair.isNullAt(2) ? split.drawnRole(low, high) : pair.getInt(2);
      return split.lowLeads(low, high)
          ? RowFactory.create(low, high, role)
          : RowFactory.create(high, low, role);
    }
  }
}
