package dev.atoll.train.store;

import dev.atoll.comm.Requests;

/**
 * The chunks in which the rows of a request travel, so that some are copied while others are on
 * their way: both ends divide them in the same way.
 *
 * @param rows of the request
 * @param rowsEach of every chunk but the last
 */
record RequestChunks(int rows, int rowsEach) {
  /** A chunk that fits the caches of a core. */
  private static final long CHUNK_BYTES = 512 << 10;

  /** Rows of a chunk where their lengths differ. */
  private static final int ROWS = 2048;

  /**
   * @param stored of any worker: all hold theirs in the same form
   */
  static RequestChunks of(int rows, StoredRows stored, RowWire wire, boolean degrees) {
    long rowBytes = stored.fixedBytes(wire) + (degrees ? Integer.BYTES : 0);
    long fitting = stored.fixedBytes(wire) < 0 ? ROWS : CHUNK_BYTES / Math.max(1, rowBytes);
    long least = Math.ceilDiv(rows, Requests.MOST_CHUNKS);
    return new RequestChunks(
        rows, (int) Math.clamp(fitting, Math.max(1, least), Integer.MAX_VALUE));
  }

  /** The number of chunks; one even of no rows. */
  int count() {
    return Math.max(1, Math.ceilDiv(rows, rowsEach));
  }

  int from(int chunk) {
    return chunk * rowsEach;
  }

  int to(int chunk) {
    return (int) Math.min(rows, (chunk + 1L) * rowsEach);
  }
}
