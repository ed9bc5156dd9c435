package dev.atoll.formats.table.encode;

import dev.atoll.formats.table.CellKind;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.wording.Choice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes categories: one column for each; all are 0 if the cell is empty or its category unknown.
 */
record OneHotEncoder() implements Encoder {
  @Override
  public String name() {
    return "onehot";
  }

  @Override
  public EncodedColumn fit(String column, int width, ColumnProfile profile) {
    if (profile.distinct() > ColumnProfile.MOST_VALUES) {
      throw new BadDataException(
          "column '%s' has more than %d different values, too many for a column each; %s spreads them over %d columns"
              .formatted(
                  column,
                  ColumnProfile.MOST_VALUES,
                  Choice.ENCODER.text(column, HashEncoder.DEFAULT),
                  HashEncoder.WIDTH));
    }
    List<String> values = profile.values();
    return new EncodedColumn(column, name(), values.size(), values, null);
  }

  @Override
  public Writing writing(EncodedColumn column) {
    Map<String, Integer> places = new HashMap<>();
    column.categories().forEach(value -> places.put(value, places.size()));
    return (cell, row, at) -> {
      if (cell.kind() == CellKind.MISSING) {
        return true;
      }
      Integer place = places.get(cell.category());
      if (place != null) {
        row[at + place] = 1;
      }
      return place != null;
    };
  }
}
