package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.TableCell;

/** A class name in a cell. */
final class ClassCell {
  private ClassCell() {}

  /** The name of the class; empty if it is unknown. */
  static String text(TableCell cell) {
    return cell.kind() == CellKind.MISSING ? "" : cell.category();
  }
}
