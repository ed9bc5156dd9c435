package dev.atoll.spark.table;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.when;

import dev.atoll.graph.BadDataException;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Edges between numbers.
 *
 * @param edges {@code s, d}, and what else the table of edges has
 * @param dropped edges that were left out for an unknown end
 */
record EdgeNumbers(Dataset<Row> edges, long dropped) {
  static final String SOURCE = "s";
  static final String TARGET = "d";
  private static final String STRANGER = "stranger";

  static EdgeNumbers write(
      Dataset<Row> ends, Dataset<Row> numbers, UnknownNodes unknown, Storage folder) {
    SparkSession spark = ends.sparkSession();
    Dataset<Row> both =
        numbered(
            numbered(ends, numbers, GraphTables.SOURCE, SOURCE),
            numbers,
            GraphTables.TARGET,
            TARGET);
    Column stranger =
        when(col(SOURCE).isNull(), col(GraphTables.SOURCE))
            .when(col(TARGET).isNull(), col(GraphTables.TARGET))
            .cast("string");
    both.withColumn(STRANGER, stranger)
        .drop(GraphTables.SOURCE, GraphTables.TARGET)
        .write()
        .parquet(folder.folder());
    Dataset<Row> written = spark.read().parquet(folder.folder());
    Column lost = col(SOURCE).isNull().or(col(TARGET).isNull());
    long dropped = written.filter(lost).count();
    if (dropped > 0 && unknown != UnknownNodes.DROP) {
      List<Row> some = written.filter(lost).select(STRANGER).distinct().limit(3).collectAsList();
      throw new BadDataException(
          "%d edges lead to nodes that are not in the table of nodes, such as %s: add the nodes, or let such edges be dropped or their nodes created (UnknownNodes)"
              .formatted(dropped, TableErrors.words(some)));
    }
    Dataset<Row> known = written.filter(col(SOURCE).isNotNull().and(col(TARGET).isNotNull()));
    return new EdgeNumbers(known.drop(STRANGER), dropped);
  }

  private static Dataset<Row> numbered(
      Dataset<Row> rows, Dataset<Row> numbers, String end, String as) {
    Dataset<Row> named =
        numbers.select(col(GraphTables.ID).as(as + "Id"), col(NodeNumbers.NUMBER).as(as));
    return rows.join(named, rows.col(end).equalTo(named.col(as + "Id")), "left").drop(as + "Id");
  }
}
