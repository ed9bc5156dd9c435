package dev.atoll.formats.table.encode;

import dev.atoll.formats.table.CellKind;
import dev.atoll.graph.EncodedColumn;

/** Encodes lists of numbers, all of one length, without changing the numbers. */
record ListEncoder() implements Encoder {
  @Override
  public String name() {
    return "list";
  }

  @Override
  public EncodedColumn fit(String column, int width, ColumnProfile profile) {
    return new EncodedColumn(column, name(), Math.max(1, profile.listLength()), null, null);
  }

  @Override
  public Writing writing(EncodedColumn column) {
    return (cell, row, at) -> {
      int length = cell.kind() == CellKind.LIST ? cell.listLength() : 0;
      if (length != column.width()) {
        throw cell.bad(
            "column '%s' holds %d numbers; expected %d, as many as in other rows"
                .formatted(column.column(), length, column.width()));
      }
      for (int i = 0; i < length; i++) {
        float value = (float) cell.listValue(i);
        if (!Float.isFinite(value)) {
          throw cell.bad(
              "column '%s' is %s; every number of a list must be finite"
                  .formatted(column.column(), value));
        }
        row[at + i] = value;
      }
      return true;
    };
  }
}
