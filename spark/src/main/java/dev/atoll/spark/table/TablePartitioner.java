package dev.atoll.spark.table;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Gives every node a part, as Spark jobs. */
public interface TablePartitioner {
  /** The column of the result that names the part. */
  String PART = "part";

  /**
   * Cuts a graph.
   *
   * @param nodes {@code number}, and {@code split} where there is one
   * @param edges {@code s, d}: each counts in both directions
   * @param scratch a folder for what is needed meanwhile
   */
  Cut cut(Dataset<Row> nodes, Dataset<Row> edges, int parts, String scratch);

  /**
   * A part for every node.
   *
   * @param places {@code number, part}
   * @param quality what is known of the cut, by name
   */
  record Cut(Dataset<Row> places, Map<String, Double> quality) {}
}
