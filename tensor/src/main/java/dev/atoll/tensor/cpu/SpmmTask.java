package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.NativeMemory.NONE;
import static dev.atoll.tensor.cpu.NativeMemory.getFloat;
import static dev.atoll.tensor.cpu.NativeMemory.getInt;

/**
 * A product of a sparse and a dense matrix, as addresses: for every row v and its edges e
 *
 * <pre>  out[v,:] = rowScale[v] · Σ_e value(e) · x[column[e],:]  (+ out[v,:])</pre>
 *
 * with {@code value(e) = values[edgeOf[e]]·columnScale[column[e]]}; absent factors are 1.
 *
 * @param valueBytes from one edge's value to the next
 */
record SpmmTask(
    long rowStart,
    long column,
    long values,
    long valueBytes,
    long edgeOf,
    long rowScale,
    long columnScale,
    long x,
    long xRowBytes,
    long out,
    long outRowBytes,
    boolean adds) {

  SpmmTask scaled(long newRowScale, long newColumnScale) {
    return new SpmmTask(
        rowStart,
        column,
        values,
        valueBytes,
        edgeOf,
        newRowScale,
        newColumnScale,
        x,
        xRowBytes,
        out,
        outRowBytes,
        adds);
  }

  /**
   * The product over segments: the edges of one row, cut into several rows and not scaled by row.
   */
  SpmmTask segments(long segmentStart, long sums, long sumBytes) {
    return new SpmmTask(
        segmentStart,
        column,
        values,
        valueBytes,
        edgeOf,
        NONE,
        columnScale,
        x,
        xRowBytes,
        sums,
        sumBytes,
        false);
  }

  /** Whether all values are one. */
  boolean isOnes() {
    return values == NONE && columnScale == NONE;
  }

  float value(long edge, int source, long valueAt) {
    float value = 1;
    if (values != NONE) {
      long at = edgeOf == NONE ? edge : getInt(edgeOf + 4 * edge);
      value = getFloat(values + valueAt + at * valueBytes);
    }
    if (columnScale != NONE) {
      value *= getFloat(columnScale + 4L * source);
    }
    return value;
  }

  float rowScale(int row) {
    return rowScale == NONE ? 1 : getFloat(rowScale + 4L * row);
  }
}
