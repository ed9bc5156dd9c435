package dev.atoll.train.store;

import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.MemorySegment;

/**
 * The wire format of the feature rows of one request.
 *
 * @param width elements of a whole feature row
 * @param scratch buffer of one feature row, float32
 */
record RowWire(Columns columns, RowCodec codec, int width, MemorySegment scratch) {
  static RowWire of(Columns columns, RowCodec codec, int width) {
    return new RowWire(columns, codec, width, MemorySegment.ofArray(new float[width]));
  }

  /** Requested elements of a feature row. */
  int elements() {
    return columns.count(width);
  }
}
