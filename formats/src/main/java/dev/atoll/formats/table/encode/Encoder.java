package dev.atoll.formats.table.encode;

import dev.atoll.formats.table.TableCell;
import dev.atoll.graph.EncodedColumn;

/** Turns the cells of a column into features. */
public interface Encoder {
  /** The name for {@code --encode}. */
  String name();

  /** Whether the name is followed by a number, as in {@code hash:64}. */
  default boolean takesWidth() {
    return false;
  }

  /**
   * Prepares a column; statistics of numbers are measured later.
   *
   * @param width the number after the name; 0 without one
   */
  EncodedColumn fit(String column, int width, ColumnProfile profile);

  /** Prepares the writing of a column's cells. */
  Writing writing(EncodedColumn column);

  /** Writes the cells of a column; several threads may use it at once. */
  @FunctionalInterface
  interface Writing {
    /**
     * Writes one cell into a row of features that holds zeros. A missing number is written as NaN;
     * statistics are applied afterwards.
     *
     * @return false for a value that the encoder does not know
     */
    boolean write(TableCell cell, float[] row, int at);
  }
}
