package dev.atoll.formats.table;

import dev.atoll.graph.BadDataException;

/** A table cell that holds the id of a node. */
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

  /** The number of its line or row in the file. */
  long place();

  /** An error that names file and row. */
  BadDataException bad(String message);
}
