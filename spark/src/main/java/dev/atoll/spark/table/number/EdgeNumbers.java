package dev.atoll.spark.table.number;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_if;

import dev.atoll.graph.BadDataException;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.TableErrors;
import dev.atoll.spark.table.UnknownNodes;
import dev.atoll.spark.table.storage.SharedStorage;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;

/**
 * Edges between numbers.
 *
 * @param edges {@code s, d}, integers, and the other columns of the table of edges
 * @param dropped edges that were left out for an unknown end
 */
public record EdgeNumbers(Dataset<Row> edges, long dropped) {
  public static final String SOURCE = "s";
  public static final String TARGET = "d";
  private static final String LOST = "lost";

  /** Numbers the ends of edges in one pass. */
  public static EdgeNumbers write(
      Dataset<Row> ends, IdNumbers numbers, UnknownNodes unknown, SharedStorage folder) {
    var seen = new Observation();
    Column lost = col(SOURCE).isNull().or(col(TARGET).isNull());
    ends.withColumn(SOURCE, numbers.of(col(GraphTables.SOURCE)))
        .withColumn(TARGET, numbers.of(col(GraphTables.TARGET)))
        .drop(GraphTables.SOURCE, GraphTables.TARGET)
        .observe(seen, count_if(lost).as(LOST))
        .write()
        .parquet(folder.folder());
    long dropped = count(seen);
    if (dropped > 0 && unknown != UnknownNodes.DROP) {
      throw new BadDataException(
          "%d edges lead to nodes that are not in the table of nodes, such as %s: add the nodes, or drop such edges or create their nodes with GraphTables.withUnknown(UnknownNodes.DROP or CREATE), in a pipeline setUnknown(\"drop\" or \"create\")"
              .formatted(dropped, TableErrors.words(strangers(ends, numbers))));
    }
    Dataset<Row> written = ends.sparkSession().read().parquet(folder.folder());
    return new EdgeNumbers(
        written.filter(col(SOURCE).isNotNull().and(col(TARGET).isNotNull())), dropped);
  }

  private static long count(Observation seen) {
    try {
      return (long) seen.getAsJava().get(LOST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while edges were numbered", e);
    }
  }

  private static List<Row> strangers(Dataset<Row> ends, IdNumbers numbers) {
    return unknown(ends, numbers).distinct().limit(TableErrors.NAMED).collectAsList();
  }

  /** The ends of edges without a number, as a column {@code id}; includes nulls. */
  public static Dataset<Row> unknown(Dataset<Row> ends, IdNumbers numbers) {
    Dataset<Row> all =
        ends.select(col(GraphTables.SOURCE).as(GraphTables.ID))
            .union(ends.select(col(GraphTables.TARGET).as(GraphTables.ID)));
    return all.filter(numbers.of(col(GraphTables.ID)).isNull());
  }
}
