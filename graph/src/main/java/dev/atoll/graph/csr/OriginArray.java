package dev.atoll.graph.csr;

import dev.atoll.graph.memory.RawMemory;

/**
 * Arrays of edge numbers in native memory: int32 where all numbers fit, else int64.
 *
 * @param bytes per number; 0 for edges without numbers, which are all 0
 */
record OriginArray(int bytes) {
  static final OriginArray NONE = new OriginArray(0);

  /** The narrowest array for numbers below a bound. */
  static OriginArray below(long bound) {
    return new OriginArray(bound <= 1L << (Integer.SIZE - 1) ? Integer.BYTES : Long.BYTES);
  }

  long at(long array, long index) {
    return switch (bytes) {
      case Long.BYTES -> RawMemory.longAt(array, index);
      case Integer.BYTES -> RawMemory.intAt(array, index);
      default -> 0;
    };
  }

  void set(long array, long index, long number) {
    switch (bytes) {
      case Long.BYTES -> RawMemory.setLong(array, index, number);
      case Integer.BYTES -> RawMemory.setInt(array, index, (int) number);
      default -> {}
    }
  }
}
