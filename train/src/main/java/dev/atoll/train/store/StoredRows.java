package dev.atoll.train.store;

import java.lang.foreign.MemorySegment;

/**
 * Rows in host memory, and the form in which they travel: all elements, or the non-zeros. All
 * workers hold theirs in the same form.
 */
sealed interface StoredRows permits DenseStoredRows, SparseStoredRows {
  int count();

  /** Elements of a feature row. */
  int width();

  /** Adds every element of a row to the sum of its column. */
  void addTo(double[] sums, int row);

  /** Counts every element of a row that travels, by column. */
  void countTo(double[] elements, int row);

  /** Copies a row to an index of a sink. */
  void copy(int row, RowSink into, int place);

  /** Bytes in memory. */
  long heldBytes();

  /** Bytes of a row in a message. */
  long bytes(int row, RowWire wire);

  /** Bytes of every row in a message; −1 if they differ. */
  long fixedBytes(RowWire wire);

  /** Writes a row as it travels; returns where it ends. */
  long encode(int row, RowWire wire, MemorySegment to, long at);

  /** Reads a row that another worker has encoded; returns where it ends. */
  long decode(MemorySegment from, long at, RowWire wire, RowSink into, int place);
}
