package dev.atoll.spark.table.cut;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Partitions a graph that fits an executor there ({@link GatheredCut}), and any other by {@link
 * TableLabelPropagation}.
 *
 * @param mostBytes limit as in {@link GatheredCut}
 */
public record FittingCut(long mostBytes) implements TablePartitioner {
  /** A partitioner with the limit {@code spark.executor.memory}. */
  public FittingCut() {
    this(0);
  }

  @Override
  public Dataset<Row> cut(Dataset<Row> nodes, Dataset<Row> edges, int parts, String scratch) {
    long needed = GatheredCut.bytes(nodes.count(), edges.count());
    long limit = GatheredCut.limit(mostBytes, nodes.sparkSession().sparkContext());
    TablePartitioner chosen =
        needed <= limit ? new GatheredCut(Map.of(), limit) : new TableLabelPropagation();
    return chosen.cut(nodes, edges, parts, scratch);
  }
}
