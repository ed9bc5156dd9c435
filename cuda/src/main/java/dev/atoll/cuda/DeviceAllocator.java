package dev.atoll.cuda;

import dev.atoll.cuda.driver.Stream;
import dev.atoll.tensor.device.PooledWorkspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Buffers of the GPU's memory, released together. */
final class DeviceAllocator implements PooledWorkspace.Allocator {
  private final Stream stream;
  private final List<Long> addresses = new ArrayList<>();

  DeviceAllocator(Stream stream) {
    this.stream = stream;
  }

  /**
   * A buffer that has an address and a length but cannot be read: its arena is closed, so that host
   * code that takes it for its own memory fails and does not crash.
   */
  @Override
  public MemorySegment allocate(long bytes) {
    long address = stream.allocate(bytes);
    addresses.add(address);
    try (var closed = Arena.ofConfined()) {
      return MemorySegment.ofAddress(address).reinterpret(bytes, closed, null);
    }
  }

  @Override
  public void close() {
    addresses.forEach(stream::free);
    addresses.clear();
  }
}
