package dev.atoll.spark.table.cut;

import dev.atoll.graph.policy.Suggestion;
import dev.atoll.recipe.settings.SettingsException;
import java.util.List;
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

  /** What {@link #named} knows. */
  static List<String> names() {
    return List.of("auto", "multilevel", "label-propagation", "hash");
  }

  /** The one of a name, with its defaults. */
  static TablePartitioner named(String name) {
    return switch (name) {
      case "auto" -> new FittingCut();
      case "multilevel" -> new GatheredCut();
      case "label-propagation" -> new TableLabelPropagation();
      case "hash" -> new HashPartitioner();
      default -> throw new SettingsException(Suggestion.unknown("partitioner", name, names()));
    };
  }
}
