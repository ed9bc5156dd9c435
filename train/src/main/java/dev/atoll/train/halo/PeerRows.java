package dev.atoll.train.halo;

import dev.atoll.graph.order.Ordering;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Rows of one owner that go to one reader; both ends know them, in the same order. */
public final class PeerRows {
  private final int[] rows;
  private final int[] places;
  private final int total;
  private final int ownerRows;

  private PeerRows(int[] rows, int[] places, int total, int ownerRows) {
    this.rows = rows;
    this.places = places;
    this.total = total;
    this.ownerRows = ownerRows;
  }

  /**
   * Rows of one owner.
   *
   * @param rows at their owner
   * @param ownerRows all that the owner has
   */
  public static PeerRows of(int[] rows, int ownerRows) {
    return new PeerRows(rows, null, rows.length, ownerRows);
  }

  /** The rows at the given indices, which ascend. */
  public PeerRows chosen(int[] at) {
    int[] picked = new int[at.length];
    for (int i = 0; i < at.length; i++) {
      picked[i] = rows[at[i]];
    }
    return new PeerRows(picked, at, total, ownerRows);
  }

  /** A copy that takes these rows for all rows that the reader reads. */
  PeerRows asAll(int newOwnerRows) {
    return of(rows, newOwnerRows);
  }

  /** The numbers of these rows after their owner has reordered its rows. */
  int[] newRows(Ordering own) {
    return Arrays.stream(rows).map(own::newOf).toArray();
  }

  /** The ordering of these rows by row number. */
  Ordering byRow() {
    return Ordering.ofNewToOld(
        IntStream.range(0, rows.length)
            .mapToLong(i -> (long) rows[i] << Integer.SIZE | i)
            .sorted()
            .mapToInt(rowAndPlace -> (int) rowAndPlace)
            .toArray());
  }

  public int count() {
    return rows.length;
  }

  /** The row at its owner. */
  public int row(int index) {
    return rows[index];
  }

  /** The index of a row among all rows of this owner that the reader reads. */
  public int place(int index) {
    return places == null ? index : places[index];
  }

  /** The number of rows of this owner that the reader reads, chosen or not. */
  public int total() {
    return total;
  }

  public int ownerRows() {
    return ownerRows;
  }

  /** The row numbers as int32, for upload to a device. */
  public MemorySegment asMemory() {
    return MemorySegment.ofArray(rows);
  }
}
