package dev.atoll.formats.table.encode;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.TableCell;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.wording.Choice;
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
record NumberEncoder(String name, List<CellKind> kinds, boolean scaled, boolean comma)
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
          "column '%s' holds '%s': encoder '%s' expects numbers such as 1.234,56. %s leaves the column out"
              .formatted(column.column(), cell.text(), name, drop(column.column())));
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
          "column '%s' holds '%s': encoder '%s' expects %s. %s, %s leaves the column out"
              .formatted(
                  column,
                  cell.text(),
                  name,
                  kinds.getFirst().words(),
                  Double.isNaN(DecimalComma.parse(cell.text()))
                      ? Choice.ENCODER.text(column, HashEncoder.DEFAULT) + " takes any text"
                      : Choice.ENCODER.text(column, Encoders.DECIMAL_COMMAS)
                          + " reads decimal commas",
                  drop(column)));
    }
    boolean seconds = kind == CellKind.NUMBER && kinds.contains(CellKind.DATE);
    float value = (float) (seconds ? days(cell.value()) : cell.value());
    if (!Float.isFinite(value)) {
      throw cell.bad(
          "column '%s' is %s; expected a finite number. Leave the cell empty (the mean stands in), or the column out: %s"
              .formatted(column, value, drop(column)));
    }
    return value;
  }

  private static String drop(String column) {
    return Choice.ENCODER.text(column, EncoderChoice.DROP);
  }

  /** Days since 1970 of a numeric date: seconds since 1970, or milliseconds if it is that large. */
  private static double days(double since1970) {
    double seconds = Math.abs(since1970) >= MILLISECONDS ? since1970 / 1000 : since1970;
    return seconds / DAY_SECONDS;
  }
}
