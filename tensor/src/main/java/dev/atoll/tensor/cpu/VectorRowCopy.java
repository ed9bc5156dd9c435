package dev.atoll.tensor.cpu;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/** Copies in vectors; loaded only where the module is there. */
final class VectorRowCopy {
  private static final VectorSpecies<Byte> LANES = ByteVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  /** The bytes of a vector: fewer cannot be copied. */
  static final int SHORTEST = LANES.vectorByteSize();

  private VectorRowCopy() {}

  /** Copies whole vectors, the last of which may overlap the one before. */
  static void copy(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
    long last = bytes - SHORTEST;
    for (long at = 0; at < last; at += SHORTEST) {
      one(from, fromOffset + at, to, toOffset + at);
    }
    one(from, fromOffset + last, to, toOffset + last);
  }

  private static void one(MemorySegment from, long fromOffset, MemorySegment to, long toOffset) {
    ByteVector.fromMemorySegment(LANES, from, fromOffset, ORDER)
        .intoMemorySegment(to, toOffset, ORDER);
  }
}
