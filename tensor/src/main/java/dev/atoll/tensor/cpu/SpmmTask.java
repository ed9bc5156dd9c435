package dev.atoll.tensor.cpu;

import static dev.atoll.tensor.cpu.RawMemory.NONE;
import static dev.atoll.tensor.cpu.RawMemory.getFloat;
import static dev.atoll.tensor.cpu.RawMemory.getInt;

/**
 * A product of a sparse and a dense matrix, as addresses: for every row v and its cells e
 *
 * <pre>  out[v,:] = rowScale[v] · Σ_e value(e) · x[column[e],:]  (+ out[v,:])</pre>
 *
 * with {@code value(e) = values[cellOf[e]]·columnScale[column[e]]}; what is absent is one.
 *
 * @param valueBytes from one cell's value to the next
 */
record SpmmTask(
    long rowStart,
    long column,
    long values,
    long valueBytes,
    long cellOf,
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
        cellOf,
        newRowScale,
        newColumnScale,
        x,
        xRowBytes,
        out,
        outRowBytes,
        adds);
  }

  /** The same cells of one row, cut into rows of their own and not scaled by row. */
  SpmmTask segments(long segmentStart, long sums, long sumBytes) {
    return new SpmmTask(
        segmentStart,
        column,
        values,
        valueBytes,
        cellOf,
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

  float value(long cell, int source, long valueAt) {
    float value = 1;
    if (values != NONE) {
      long at = cellOf == NONE ? cell : getInt(cellOf + 4 * cell);
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
