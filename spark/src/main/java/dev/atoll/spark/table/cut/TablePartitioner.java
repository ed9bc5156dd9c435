package dev.atoll.spark.table.cut;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.settings.SettingsException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Assigns every node to a part, as Spark jobs. */
public interface TablePartitioner {
  /** The column of the result with the part. */
  String PART = "part";

  /**
   * Cuts a graph.
   *
   * @param nodes {@code number, split}
   * @param edges {@code s, d}: each counts in both directions
   * @param scratch a folder for intermediate tables
   * @return {@code number, part} for every node
   */
  Dataset<Row> cut(Dataset<Row> nodes, Dataset<Row> edges, int parts, String scratch);

  /** The name of the partitioner for graphs of any size. */
  String DEFAULT = "auto";

  /** The names of all registered partitioners, built-in and of {@link PolicyProvider}s of users. */
  static List<String> names() {
    return Policies.of(TablePartitioner.class).stream().map(Policy::name).toList();
  }

  /** The partitioner of a name, with its defaults. */
  static TablePartitioner named(String name) {
    return Policies.of(TablePartitioner.class).stream()
        .filter(policy -> policy.name().equals(name))
        .findAny()
        .orElseThrow(() -> new SettingsException(Suggestion.unknown("partitioner", name, names())))
        .make(Values.defaults());
  }
}
