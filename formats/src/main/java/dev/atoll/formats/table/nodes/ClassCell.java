package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.TableCell;

/** A class as a cell names it. */
final class ClassCell {
  private ClassCell() {}

  /** The name of the class; empty where it is unknown. */
  static String text(TableCell cell) {
    return cell.kind() == CellKind.MISSING ? "" : cell.category();
  }
}
