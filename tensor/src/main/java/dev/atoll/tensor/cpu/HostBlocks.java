package dev.atoll.tensor.cpu;

import dev.atoll.tensor.PooledWorkspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Blocks of the host's memory. */
final class HostBlocks implements PooledWorkspace.Blocks {
  private final Arena arena = Arena.ofShared();

  @Override
  public MemorySegment allocate(long bytes) {
    return HostMemory.allocate(bytes, arena);
  }

  @Override
  public void close() {
    arena.close();
  }
}
