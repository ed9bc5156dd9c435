package dev.atoll.spark.table;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.floor;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.when;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Suggestion;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;

/** Checks tables before work begins; errors name the first offenders. */
public final class TableErrors {
  /** The number of bad rows that an error names. */
  public static final int NAMED = 3;

  private static final List<String> ROLES = List.of("train", "validation", "val", "test");

  private TableErrors() {}

  static void requireColumn(String table, Dataset<Row> rows, String name) {
    List<String> there = List.of(rows.columns());
    if (!there.contains(name)) {
      throw new BadDataException(
          Suggestion.unknown("column of the table of " + table, name, there)
              + "; rename it with withColumnRenamed");
    }
  }

  static void requireSameType(Dataset<Row> nodes, Dataset<Row> edges) {
    DataType id = nodes.schema().apply(GraphTables.ID).dataType();
    for (String end : List.of(GraphTables.SOURCE, GraphTables.TARGET)) {
      DataType found = edges.schema().apply(end).dataType();
      if (!found.equals(id)) {
        throw new BadDataException(
            "edges.%s is %s, nodes.id is %s: cast one of them"
                .formatted(end, found.simpleString(), id.simpleString()));
      }
    }
  }

  static void requireNumbers(DataType features) {
    if (!(features instanceof ArrayType array && array.elementType() instanceof NumericType)) {
      throw new BadDataException(
          "nodes.features is %s: expected an array of numbers; cast texts with cast('array<float>'), vectors with vector_to_array"
              .formatted(features.simpleString()));
    }
  }

  /**
   * Refuses a weight column: shards of tables have no weights, and they would be ignored silently.
   */
  static void refuseWeights(Dataset<Row> edges) {
    if (List.of(edges.columns()).contains(GraphTables.WEIGHT)) {
      throw new BadDataException(
          "edges.weight: edges have no weights here, all count the same; leave the column out with"
              + " drop(\"weight\"), or edges that weigh too little with filter");
    }
  }

  /**
   * Facts about the nodes.
   *
   * @param width elements of a feature row
   * @param oneValidationClass whether all validation nodes with a label have the same one
   */
  public record NodeFacts(long count, int width, int classes, boolean oneValidationClass) {}

  /** Checks the nodes in one pass. */
  public static NodeFacts check(Dataset<Row> nodes) {
    Column id = col(GraphTables.ID);
    Column features = col(GraphTables.FEATURES);
    Column badElement =
        exists(
            features,
            element ->
                element
                    .isNull()
                    .or(element.isNaN())
                    .or(abs(element).equalTo(Float.POSITIVE_INFINITY)));
    Column label = col(GraphTables.LABEL);
    Column badLabel =
        label
            .isNaN()
            .or(label.notEqual(floor(label)))
            .or(label.lt(0))
            .or(label.geq(Integer.MAX_VALUE));
    Column badSplit =
        col(GraphTables.SPLIT).isNotNull().and(not(col(GraphTables.SPLIT).isin(ROLES.toArray())));
    Column judged = when(col(GraphTables.SPLIT).isin("validation", "val"), label);
    Row facts =
        nodes
            .agg(
                count(lit(1)),
                count_if(id.isNull()),
                count_if(features.isNull()),
                min(size(features)),
                max(size(features)),
                count_if(badElement),
                count_if(badLabel),
                max(label),
                count_if(badSplit),
                min(judged),
                max(judged))
            .head();
    if (facts.getLong(0) == 0) {
      throw new BadDataException("the table of nodes is empty");
    }
    refuse(facts.getLong(1), nodes, id.isNull(), "have no id");
    refuse(facts.getLong(2), nodes, features.isNull(), "have no features");
    requireOneLength(nodes, facts.getInt(3), facts.getInt(4));
    refuse(
        facts.getLong(5),
        nodes,
        badElement,
        "have a null, NaN or infinite element among their features");
    refuse(
        facts.getLong(6),
        nodes,
        badLabel,
        "have a label that is no whole number from 0 on (see StringIndexer; null where unknown)");
    refuse(facts.getLong(8), nodes, badSplit, "have an unknown split; expected one of " + ROLES);
    int classes = facts.isNullAt(7) ? 0 : (int) facts.getDouble(7) + 1;
    boolean one = !facts.isNullAt(9) && facts.getDouble(9) == facts.getDouble(10);
    return new NodeFacts(facts.getLong(0), facts.getInt(4), classes, one);
  }

  /** Checks the column with the roles of links. */
  public static void requireRoles(Dataset<Row> edges) {
    Column split = col(GraphTables.SPLIT);
    List<Row> odd =
        edges
            .filter(split.isNotNull().and(not(split.isin(ROLES.toArray()))))
            .select(split)
            .distinct()
            .limit(NAMED)
            .collectAsList();
    if (!odd.isEmpty()) {
      throw new BadDataException(
          "edges have a split other than %s, such as %s".formatted(ROLES, words(odd)));
    }
  }

  private static void requireOneLength(Dataset<Row> nodes, int shortest, int longest) {
    if (shortest != longest) {
      Dataset<Row> odd = nodes.filter(size(col(GraphTables.FEATURES)).equalTo(shortest));
      throw new BadDataException(
          "features have between %d and %d elements, such as %d in node %s: all nodes need the same number"
              .formatted(shortest, longest, shortest, names(odd)));
    }
  }

  private static void refuse(long count, Dataset<Row> nodes, Column which, String what) {
    if (count > 0) {
      throw new BadDataException(
          "%d nodes %s, such as %s: filter them out, or fill them in"
              .formatted(count, what, names(nodes.filter(which))));
    }
  }

  private static String names(Dataset<Row> rows) {
    return words(rows.select(GraphTables.ID).limit(NAMED).collectAsList());
  }

  public static String words(List<Row> rows) {
    return rows.stream()
        .map(row -> row.isNullAt(0) ? "null" : "'" + row.get(0) + "'")
        .collect(Collectors.joining(", "));
  }
}
