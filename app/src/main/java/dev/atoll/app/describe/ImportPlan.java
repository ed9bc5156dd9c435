package dev.atoll.app.describe;

import dev.atoll.formats.table.PlannedColumn;
import dev.atoll.formats.table.TablePlan;
import dev.atoll.formats.table.encode.ColumnProfile;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Describes how an import would convert tables. */
public final class ImportPlan {
  private ImportPlan() {}

  /** The output of {@code import --dry-run --json}. */
  private record Facts(
      String kind,
      String source,
      int features,
      List<PlannedColumn> columns,
      List<String> notes,
      List<String> problems) {}

  public static Description of(Path source, TablePlan plan) {
    List<PlannedColumn> columns = plan.columns();
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
          column.distinct() > ColumnProfile.MOST_VALUES
              ? "> " + Units.count(ColumnProfile.MOST_VALUES)
              : counted(column.distinct()),
          column.remark());
    }
    int features = columns.stream().mapToInt(PlannedColumn::features).sum();
    List<Table> tables = new ArrayList<>(List.of(table));
    if (!plan.notes().isEmpty() || !plan.problems().isEmpty()) {
      Table remarks = Table.untitled();
      plan.notes().forEach(note -> remarks.row("note", note));
      plan.problems().forEach(problem -> remarks.row("would be refused", problem));
      tables.add(remarks);
    }
    return new Description(
        tables,
        new Facts("plan", source.toString(), features, columns, plan.notes(), plan.problems()));
  }

  private static String counted(long count) {
    return count < 0 ? "" : Units.count(count);
  }
}
