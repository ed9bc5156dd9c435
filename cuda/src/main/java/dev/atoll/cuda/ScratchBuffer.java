package dev.atoll.cuda;

import dev.atoll.cuda.driver.Stream;

/**
 * Memory that a kernel call needs besides its operands; the next call overwrites it, which is safe
 * since calls are done in order. It grows to the largest request.
 */
final class ScratchBuffer implements AutoCloseable {
  private static final long LEAST_BYTES = 1 << 20;

  private final Stream stream;
  private long address;
  private long bytes;

  ScratchBuffer(Stream stream) {
    this.stream = stream;
  }

  /** The address of at least this number of bytes, of unspecified content. */
  long take(long wanted) {
    if (bytes < wanted) {
      close();
      bytes = Math.max(LEAST_BYTES, wanted + wanted / 4);
      address = stream.allocate(bytes);
    }
    return address;
  }

  @Override
  public void close() {
    if (bytes > 0) {
      bytes = 0;
      stream.free(address);
    }
  }
}
