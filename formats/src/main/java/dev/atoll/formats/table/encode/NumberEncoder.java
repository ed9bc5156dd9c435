package dev.atoll.formats.table.encode;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.TableCell;
import dev.atoll.graph.EncodedColumn;
import java.util.List;

/**
 * Encodes cells that are numbers: one column, and a second one that marks missing values if there
 * are any.
 *
 * @param name of the encoder
 * @param comma whether numbers in text have a decimal comma
 * @param kinds kinds of cells that it accepts, the usual one first
 * @param scaled whether values are shifted and scaled to mean 0 and deviation 1
 */
record NumberEncoder(String name, String help, List<CellKind> kinds, boolean scaled, boolean comma)
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
    return (cell, row, at) -> {
      row[at] = comma && !cell.isTyped() ? commaValue(cell, column) : value(cell, column.column());
      return true;
    };
  }

  private float commaValue(TableCell cell, EncodedColumn column) {
    if (cell.kind() == CellKind.MISSING) {
      return Float.NaN;
    }
    float value = (float) DecimalComma.parse(cell.text());
    if (!Float.isFinite(value)) {
      throw cell.bad(
          "column '%s' holds '%s': encoder '%s' expects numbers such as 1.234,56. --encode '%s=drop' leaves the column out"
              .formatted(column.column(), cell.text(), name, column.column()));
    }
    return value;
  }

  private float value(TableCell cell, String column) {
    CellKind kind = cell.kind();
    if (kind == CellKind.MISSING) {
      return Float.NaN;
    }
    if (!kinds.contains(kind)) {
      throw cell.bad(
          "column '%s' holds '%s': encoder '%s' expects %s. --encode '%s=%s, --encode '%s=drop' leaves the column out"
              .formatted(
                  column,
                  cell.text(),
                  name,
                  kinds.getFirst().words(),
                  column,
                  Double.isNaN(DecimalComma.parse(cell.text()))
                      ? "hash:64' takes any text"
                      : "number:comma' reads decimal commas",
                  column));
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

  /** Days since 1970 of a numeric date: seconds since 1970, or milliseconds if it is that large. */
  private static double days(double since1970) {
    double seconds = Math.abs(since1970) >= MILLISECONDS ? since1970 / 1000 : since1970;
    return seconds / DAY_SECONDS;
  }
}
