package dev.atoll.formats.table;

import dev.atoll.graph.BadDataException;

/** A row of a table while it is read. */
public interface TableRow {
  /** The number of the row in its file, from 0. */
  long index();

  /** Reads a cell; columns are read in ascending order, each once. */
  TableCell cell(int column);

  /** Ends the row after its last cell. */
  void end();

  /** An error that names file and row. */
  BadDataException bad(String message);
}
