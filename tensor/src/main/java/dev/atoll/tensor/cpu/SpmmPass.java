package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.VectorLanes.LANES;

import java.util.List;

/**
 * A range of columns of a product whose sums fit into registers: {@code vectors} (a power of two)
 * of them, in two halves. The second half starts {@code shift} after the first and overlaps it
 * where the columns are fewer than the lanes; overlapping lanes are computed twice, to the same
 * bits.
 *
 * <pre>
 *   vectors = 4, 2½ vectors of columns:   |··0··|··1··|         first half
 *                                               |··2··|··3··|   second half, tail = ½ vector
 * </pre>
 *
 * @param at bytes from the start of a row to the first column
 * @param shift bytes from the first half to the second
 * @param valueAt bytes from the start of an edge's values to the value of these columns
 * @param tail lanes of the last vector that are written
 */
record SpmmPass(int vectors, long at, long shift, long valueAt, int tail) {
  /**
   * The most vectors of sums that stay in registers: half of the registers, or a quarter if there
   * are 32 of 512 bits, as code for more of them is compiled late and is no faster.
   */
  private static final int MOST_VECTORS = System.getProperty("os.arch").equals("aarch64") ? 16 : 8;

  /**
   * Adds the passes over {@code columns} columns from {@code first} on.
   *
   * @param readable source elements that may be read from the start of the last row on
   */
  static void plan(int first, int columns, long readable, long valueAt, List<SpmmPass> passes) {
    int most = MOST_VECTORS * LANES;
    for (int done = 0; done < columns; done += most) {
      int width = Math.min(columns - done, most);
      passes.add(pass(first + done, width, readable, valueAt));
    }
  }

  private static SpmmPass pass(int column, int width, long readable, long valueAt) {
    int needed = Math.ceilDiv(width, LANES);
    int vectors = needed == 1 ? 1 : Integer.highestOneBit(needed - 1) << 1;
    // Whole vectors stay aligned, but their last may reach beyond the row.
    boolean whole = vectors == 1 || column + needed * LANES <= readable;
    int span = whole ? needed * LANES : width;
    int shift = span - vectors / 2 * LANES;
    return new SpmmPass(vectors, column * 4L, shift * 4L, valueAt, LANES - (span - width));
  }
}
