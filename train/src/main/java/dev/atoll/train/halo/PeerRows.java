package dev.atoll.train.halo;

import dev.atoll.graph.Ordering;
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

  /** Those at some places, ascending. */
  public PeerRows chosen(int[] at) {
    int[] picked = new int[at.length];
    for (int i = 0; i < at.length; i++) {
      picked[i] = rows[at[i]];
    }
    return new PeerRows(picked, at, total, ownerRows);
  }

  /** These as all that the reader reads. */
  PeerRows asAll(int newOwnerRows) {
    return of(rows, newOwnerRows);
  }

  /** The places of these rows once their owner has put its rows in another order. */
  int[] newRows(Ordering own) {
    return Arrays.stream(rows).map(own::newOf).toArray();
  }

  /** Their order by row. */
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

  /** Where a row stands among all that the reader reads of this owner. */
  public int place(int index) {
    return places == null ? index : places[index];
  }

  /** How many the reader reads of this owner, chosen or not. */
  public int total() {
    return total;
  }

  public int ownerRows() {
    return ownerRows;
  }

  /** As a device takes them. */
  public MemorySegment asMemory() {
    return MemorySegment.ofArray(rows);
  }
}
