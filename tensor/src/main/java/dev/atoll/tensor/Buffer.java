package dev.atoll.tensor;

import java.lang.foreign.MemorySegment;

/**
 * A flat run of elements on one device: ids, offsets, edge weights. The header is immutable; the
 * elements are not.
 */
public record Buffer(Device device, DType type, long length, MemorySegment data) {
  public Buffer {
    if (data.byteSize() < length * type.bytes()) {
      throw new IllegalArgumentException(
          "%d elements of %s need %d bytes, the memory has %d"
              .formatted(length, type, length * type.bytes(), data.byteSize()));
    }
  }

  /** Bytes of the elements. */
  public long bytes() {
    return length * type.bytes();
  }

  /** Refuses host memory that is not of the length of a copy. */
  public void requireLength(MemorySegment elements) {
    if (elements.byteSize() != bytes()) {
      throw new IllegalArgumentException(
          "host memory of %d bytes for a copy of %d elements of %s on %s: expected %d bytes"
              .formatted(elements.byteSize(), length, type, device, bytes()));
    }
  }

  /** A view of elements {@code [from, to)}. */
  public Buffer view(long from, long to) {
    return new Buffer(
        device, type, to - from, data.asSlice(from * type.bytes(), (to - from) * type.bytes()));
  }
}
