package dev.atoll.train.store;

import dev.atoll.comm.Requests;

/**
 * The parts in which the rows of a request travel, so that some are copied while others are on
 * their way: both ends divide them in the same way.
 *
 * @param rows of the request
 * @param rowsEach of every part but the last
 */
record RowParts(int rows, int rowsEach) {
  /** A part that fits the caches of a core. */
  private static final long PART_BYTES = 512 << 10;

  /** Rows of a part where their lengths differ. */
  private static final int ROWS = 2048;

  /**
   * @param stored of any worker: all hold theirs in the same form
   */
  static RowParts of(int rows, StoredRows stored, RowWire wire, boolean degrees) {
    long rowBytes = stored.fixedBytes(wire) + (degrees ? Integer.BYTES : 0);
    long fitting = stored.fixedBytes(wire) < 0 ? ROWS : PART_BYTES / Math.max(1, rowBytes);
    long least = Math.ceilDiv(rows, Requests.MOST_PARTS);
    return new RowParts(rows, (int) Math.clamp(fitting, Math.max(1, least), Integer.MAX_VALUE));
  }

  /** The number of parts; one even of no rows. */
  int count() {
    return Math.max(1, Math.ceilDiv(rows, rowsEach));
  }

  int from(int part) {
    return part * rowsEach;
  }

  int to(int part) {
    return (int) Math.min(rows, (part + 1L) * rowsEach);
  }
}
