package dev.atoll.app.describe;

import dev.atoll.formats.table.PlannedColumn;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes what an import would make of tables. */
public final class ImportPlan {
  private ImportPlan() {}

  public static Description of(Path source, List<PlannedColumn> columns) {
    Table table =
        Table.of("table", "column", "role", "encoder", "features", "missing", "distinct", "remark");
    List<Map<String, Object>> json = new ArrayList<>();
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
      json.add(json(column));
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("kind", "plan");
    all.put("source", source.toString());
    all.put("features", columns.stream().mapToInt(PlannedColumn::features).sum());
    all.put("columns", json);
    return new Description(List.of(table), all);
  }

  private static String counted(long count) {
    return count < 0 ? "" : Units.count(count);
  }

  private static Map<String, Object> json(PlannedColumn column) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("table", column.table());
    json.put("column", column.column());
    json.put("role", column.role());
    json.put("encoder", column.encoder());
    json.put("features", column.features());
    json.put("missing", column.missing());
    json.put("distinct", column.distinct());
    json.put("remark", column.remark());
    return json;
  }
}
