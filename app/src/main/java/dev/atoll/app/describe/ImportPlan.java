package dev.atoll.app.describe;

import dev.atoll.formats.table.PlannedColumn;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.nio.file.Path;
import java.util.List;

/** Describes how an import would convert tables. */
public final class ImportPlan {
  private ImportPlan() {}

  /** The output of {@code import --dry-run --json}. */
  private record Facts(String kind, String source, int features, List<PlannedColumn> columns) {}

  public static Description of(Path source, List<PlannedColumn> columns) {
    Table table =
        Table.of("table", "column", "role", "encoder", "features", "missing", "distinct", "remark");
    for (PlannedColumn column : columns) {
      table.row(
          Path.of(column.table()).getFileName().toString(),
          column.column(),
          column.role(),
          column.encoder(),
          column.features() == 0 ? "" : Units.count(column.features()),
          counted(column.missing()),
          counted(column.distinct()),
          column.remark());
    }
    int features = columns.stream().mapToInt(PlannedColumn::features).sum();
    return new Description(List.of(table), new Facts("plan", source.toString(), features, columns));
  }

  private static String counted(long count) {
    return count < 0 ? "" : Units.count(count);
  }
}
