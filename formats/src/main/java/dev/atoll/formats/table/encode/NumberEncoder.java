package dev.atoll.formats.table.encode;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.TableCell;
import dev.atoll.graph.EncodedColumn;
import java.util.List;

/**
 * Encodes cells that are numbers: one column, and one more that marks missing values where there
 * are any.
 *
 * @param kinds of cells that it takes, the usual one first
 * @param scaled whether values are shifted and scaled to mean 0 and deviation 1
 */
record NumberEncoder(String name, String help, List<CellKind> kinds, boolean scaled)
    implements Encoder {
  private static final double MILLISECONDS = 1e11;
  private static final double DAY_SECONDS = 86_400;

  @Override
  public EncodedColumn fit(String column, int width, ColumnProfile profile) {
    var unmeasured = new EncodedColumn.Numbers(0, 1, scaled, profile.missing() > 0);
    return new EncodedColumn(column, name, 1, null, unmeasured);
  }

  @Override
  public Writing writing(EncodedColumn column) {
    return (cell, row, at) -> row[at] = value(cell, column.column());
  }

  private float value(TableCell cell, String column) {
    CellKind kind = cell.kind();
    if (kind == CellKind.MISSING) {
      return Float.NaN;
    }
    if (!kinds.contains(kind)) {
      throw cell.bad(
          "column '%s' holds '%s': encoder '%s' expects %s. --encode '%s=onehot' takes any text, --encode '%s=drop' leaves the column out"
              .formatted(column, cell.text(), name, kinds.getFirst().words(), column, column));
    }
    boolean seconds = kind == CellKind.NUMBER && kinds.contains(CellKind.DATE);
    float value = (float) (seconds ? days(cell.value()) : cell.value());
    if (!Float.isFinite(value)) {
      throw cell.bad(
          "column '%s' is %s; expected a finite number. Leave the cell empty (the mean stands in), or the column out: --encode '%s=drop'"
              .formatted(column, value, column));
    }
    return value;
  }

  /** Numbers as dates are seconds since 1970, or milliseconds where they are as large as those. */
  private static double days(double since1970) {
    double seconds = Math.abs(since1970) >= MILLISECONDS ? since1970 / 1000 : since1970;
    return seconds / DAY_SECONDS;
  }
}
