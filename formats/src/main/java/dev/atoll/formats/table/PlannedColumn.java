package dev.atoll.formats.table;

/**
 * A line of an import plan: the outcome of a column.
 *
 * @param table the file
 * @param role id, label, split, features, source, target, weight or none
 * @param encoder of features; empty for other roles
 * @param features number of feature columns
 * @param missing number of empty cells; −1 if not counted
 * @param distinct number of distinct values; −1 if not counted
 * @param remark the reason why it is omitted, or another remark
 */
public record PlannedColumn(
    String table,
    String column,
    String role,
    String encoder,
    int features,
    long missing,
    long distinct,
    String remark) {
  /** A column that is not profiled. */
  public static PlannedColumn of(String table, String column, String role, String remark) {
    return new PlannedColumn(table, column, role, "", 0, -1, -1, remark);
  }
}
