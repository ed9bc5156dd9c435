package dev.atoll.formats.table;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The usual names of the columns of tables, in small letters. */
public final class ColumnNames {
  public static final Set<String> SOURCE =
      Set.of(
          "source",
          "src",
          "from",
          "u",
          "start",
          "head",
          ":start_id",
          "source_id",
          "src_id",
          "sender",
          "payer",
          "follower",
          "citing",
          "origin");
  public static final Set<String> TARGET =
      Set.of(
          "target",
          "dst",
          "dest",
          "to",
          "v",
          "end",
          "tail",
          ":end_id",
          "target_id",
          "dst_id",
          "receiver",
          "payee",
          "followee",
          "cited",
          "destination");
  public static final Set<String> ID =
      Set.of("id", "node", "node_id", "nodeid", "name", "vertex", ":id");
  public static final Set<String> LABEL = Set.of("label", "labels", "class", "y", "category");
  public static final Set<String> SPLIT = Set.of("split", "set", "role", "fold");
  public static final Set<String> WEIGHT = Set.of("weight", "edge_weight", "w", "value");

  /** Names of the column that is read as edge weights. */
  public static final Set<String> EDGE_WEIGHT = Set.of("weight", "edge_weight", "w");

  private ColumnNames() {}

  private static final List<Set<String>> ALL = List.of(SOURCE, TARGET, ID, LABEL, SPLIT, WEIGHT);

  /** Whether a name is usual for a column, or ends like the names of id columns. */
  public static boolean isUsual(String name) {
    String small = name.toLowerCase(Locale.ROOT);
    return small.endsWith("_id") || ALL.stream().anyMatch(known -> known.contains(small));
  }

  /** Whether all names are usual. */
  public static boolean allKnown(List<String> names) {
    return names.stream().allMatch(ColumnNames::isUsual);
  }
}
