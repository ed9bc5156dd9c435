package dev.atoll.graph.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Off-heap memory that grows and never shrinks, so that batches of like size allocate nothing. */
public final class GrowingBuffer implements AutoCloseable {
  private static final int CACHE_LINE = 64;

  private Arena arena = Arena.ofShared();
  private MemorySegment data = arena.allocate(CACHE_LINE, CACHE_LINE);

  public GrowingBuffer() {}

  /** Reserves bytes and returns their address; the content may be lost. */
  public long reserve(long bytes) {
    return reserveKeeping(0, bytes);
  }

  /** Reserves bytes and preserves the first {@code kept}. */
  public long reserveKeeping(long kept, long bytes) {
    requireOpen();
    if (bytes > data.byteSize()) {
      Arena larger = Arena.ofShared();
      MemorySegment grown = larger.allocate(bytes + bytes / 4, CACHE_LINE);
      MemorySegment.copy(data, 0, grown, 0, kept);
      arena.close();
      arena = larger;
      data = grown;
    }
    return data.address();
  }

  public long address() {
    requireOpen();
    return data.address();
  }

  /** Using an address of released memory would crash the process. */
  private void requireOpen() {
    if (!arena.scope().isAlive()) {
      throw new IllegalStateException("the sampler or batch of this buffer is closed");
    }
  }

  /** A view of the first bytes, valid until the buffer grows. */
  public MemorySegment view(long bytes) {
    return data.asSlice(0, bytes);
  }

  /** Bytes taken from the system. */
  public long heldBytes() {
    return data.byteSize();
  }

  @Override
  public void close() {
    arena.close();
  }
}
