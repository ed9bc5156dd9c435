package dev.atoll.tensor.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory that kernels borrow for the time of a call; it is pooled, so that it is allocated once.
 */
final class ScratchMemory implements AutoCloseable {
  /** Buffers up to here are lent for anything that fits. */
  private static final long SMALL = 64 << 10;

  private final Arena arena = Arena.ofShared();
  private final List<MemorySegment> free = new ArrayList<>();

  /** Borrowed memory, released on close. */
  record Loan(ScratchMemory owner, MemorySegment memory) implements AutoCloseable {
    long address() {
      return memory.address();
    }

    @Override
    public void close() {
      owner.release(memory);
    }
  }

  /**
   * Borrows at least this number of bytes, of unspecified content: the smallest free buffer that is
   * large enough, the most recently used among equal ones. A far larger buffer stays free, as the
   * next large loan would need another.
   */
  synchronized Loan borrow(long bytes) {
    long most = Math.max(SMALL, 4 * bytes);
    int best = -1;
    for (int i = free.size() - 1; i >= 0; i--) {
      long size = free.get(i).byteSize();
      if (size >= bytes && size <= most && (best < 0 || size < free.get(best).byteSize())) {
        best = i;
      }
    }
    if (best >= 0) {
      return new Loan(this, free.remove(best));
    }
    // Twice the need, so that slowly growing requests do not each leave memory behind.
    return new Loan(this, HostMemory.allocate(Math.max(4096, 2 * bytes), arena));
  }

  private synchronized void release(MemorySegment memory) {
    free.add(memory);
  }

  @Override
  public void close() {
    arena.close();
  }
}
