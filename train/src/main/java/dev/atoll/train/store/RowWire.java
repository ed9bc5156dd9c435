package dev.atoll.train.store;

import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.MemorySegment;

/**
 * How the rows of one request travel.
 *
 * @param width cells of a whole row
 * @param scratch room for the cells of one row, float32
 */
record RowWire(Columns columns, RowCodec codec, int width, MemorySegment scratch) {
  static RowWire of(Columns columns, RowCodec codec, int width) {
    return new RowWire(columns, codec, width, MemorySegment.ofArray(new float[width]));
  }

  /** Wanted cells of a row. */
  int elements() {
    return columns.count(width);
  }
}
