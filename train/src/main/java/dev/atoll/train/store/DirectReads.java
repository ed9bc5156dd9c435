package dev.atoll.train.store;

/** Rows that were read where they are, and the bytes that they would have sent, by owner. */
final class DirectReads {
  private final int[] rows;
  private final long[] bytes;

  DirectReads(int owners) {
    rows = new int[owners];
    bytes = new long[owners];
  }

  void add(int owner, long rowBytes) {
    rows[owner]++;
    bytes[owner] += rowBytes;
  }

  /** Adds the counts of another thread. */
  synchronized void add(DirectReads part) {
    for (int owner = 0; owner < rows.length; owner++) {
      rows[owner] += part.rows[owner];
      bytes[owner] += part.bytes[owner];
    }
  }

  int rows(int owner) {
    return rows[owner];
  }

  long bytes(int owner) {
    return bytes[owner];
  }
}
