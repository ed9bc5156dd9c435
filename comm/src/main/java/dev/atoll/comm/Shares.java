package dev.atoll.comm;

import java.lang.foreign.MemorySegment;

/** An array cut into one share per rank, between offsets in bytes. */
final class Shares {
  private static final long ALIGNMENT = 64;

  private final MemorySegment data;
  private final long[] offsets;

  Shares(MemorySegment data, long[] offsets) {
    this.data = data;
    this.offsets = offsets;
  }

  /** Shares of about the same length, cut at multiples of 64 bytes. */
  static Shares even(MemorySegment data, int ranks) {
    long lines = (data.byteSize() + ALIGNMENT - 1) / ALIGNMENT;
    long[] offsets = new long[ranks + 1];
    for (int r = 0; r <= ranks; r++) {
      offsets[r] = Math.min(lines * r / ranks * ALIGNMENT, data.byteSize());
    }
    return new Shares(data, offsets);
  }

  MemorySegment of(int rank) {
    return data.asSlice(offsets[rank], offsets[rank + 1] - offsets[rank]);
  }

  /** The number of chunks of the longest share. */
  long chunks(long chunkBytes) {
    long longest = 0;
    for (int r = 0; r + 1 < offsets.length; r++) {
      longest = Math.max(longest, offsets[r + 1] - offsets[r]);
    }
    return (longest + chunkBytes - 1) / chunkBytes;
  }

  /** A chunk of a share; shorter at its end, empty behind it. */
  MemorySegment chunk(int rank, long index, long chunkBytes) {
    return chunk(of(rank), index * chunkBytes, chunkBytes);
  }

  static MemorySegment chunk(MemorySegment data, long at, long chunkBytes) {
    long from = Math.min(at, data.byteSize());
    return data.asSlice(from, Math.min(chunkBytes, data.byteSize() - from));
  }
}
