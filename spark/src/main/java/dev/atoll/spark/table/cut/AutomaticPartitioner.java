package dev.atoll.spark.table.cut;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Partitions a graph that fits an executor there ({@link SingleTaskPartitioner}), and any other by
 * {@link TableLabelPropagation}.
 *
 * @param mostBytes limit as in {@link SingleTaskPartitioner}
 */
public record AutomaticPartitioner(long mostBytes) implements TablePartitioner {
  /** A partitioner with the limit {@code spark.executor.memory}. */
  public AutomaticPartitioner() {
    this(0);
  }

  @Override
  public Dataset<Row> cut(Dataset<Row> nodes, Dataset<Row> edges, int parts, String scratch) {
    long needed = SingleTaskPartitioner.bytes(nodes.count(), edges.count());
    long limit = SingleTaskPartitioner.limit(mostBytes, nodes.sparkSession().sparkContext());
    TablePartitioner chosen =
        needed <= limit ? new SingleTaskPartitioner(Map.of(), limit) : new TableLabelPropagation();
    return chosen.cut(nodes, edges, parts, scratch);
  }
}
