package dev.atoll.formats.table;

import dev.atoll.graph.BadDataException;

/** A cell of a table that holds the id of a node. */
public interface IdCell {
  /** The id as a whole number; an error for any other text. */
  long number();

  /** Whether the number last read is written with leading zeros. */
  default boolean isPadded() {
    return false;
  }

  /** The number of the text in an index, −1 when it is not there. */
  int find(TextIndex index);

  /** Adds the text to an index; its number if it was there before, else −1. */
  int add(TextIndex index);

  /** The text last looked at. */
  String text();

  /** An error that names file and row. */
  BadDataException bad(String message);
}
