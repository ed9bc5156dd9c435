package dev.atoll.tensor.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Memory that a kernel borrows for the time of a call; kept, so that it is allocated once. */
final class ScratchMemory implements AutoCloseable {
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

  /** At least this number of bytes, of unspecified content. */
  synchronized Loan borrow(long bytes) {
    for (int i = free.size() - 1; i >= 0; i--) {
      if (free.get(i).byteSize() >= bytes) {
        return new Loan(this, free.remove(i));
      }
    }
    // Twice the need, so that slowly growing requests do not each leave a block behind.
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
