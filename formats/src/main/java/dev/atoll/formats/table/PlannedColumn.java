package dev.atoll.formats.table;

/**
 * A line of an import plan: the outcome of a column.
 *
 * @param table the file
 * @param role id, label, split, features, source, target, weight or none
 * @param encoder of features; empty for other roles
 * @param features how many columns it becomes
 * @param missing empty cells; −1 where they are not counted
 * @param distinct different values; −1 where they are not counted
 * @param remark why it is left out, or another remark
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
