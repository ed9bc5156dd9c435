package dev.atoll.spark.table;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Gives every node a part, as Spark jobs. */
public interface TablePartitioner {
  /** The column of the result that names the part. */
  String PART = "part";

  /**
   * Cuts a graph.
   *
   * @param nodes {@code number, split}
   * @param edges {@code s, d}: each counts in both directions
   * @param scratch a folder for what is needed meanwhile
   * @return {@code number, part} for every node
   */
  Dataset<Row> cut(Dataset<Row> nodes, Dataset<Row> edges, int parts, String scratch);
}
