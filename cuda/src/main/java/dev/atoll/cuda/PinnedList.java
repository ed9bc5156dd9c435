package dev.atoll.cuda;

import dev.atoll.cuda.driver.Gpu;
import dev.atoll.cuda.driver.PinnedMemory;
import dev.atoll.cuda.driver.Stream;
import java.util.Optional;

/** Pinned memory for the nodes of a batch; it grows to the largest. */
final class PinnedList implements AutoCloseable {
  private final Gpu gpu;
  private final Stream stream;
  private Optional<PinnedMemory> memory = Optional.empty();

  PinnedList(Gpu gpu, Stream stream) {
    this.gpu = gpu;
    this.stream = stream;
  }

  /** Memory for this number of nodes; the content is lost if it grows. */
  PinnedMemory take(int nodes) {
    long bytes = (long) nodes * Integer.BYTES;
    if (memory.isEmpty() || memory.get().segment().byteSize() < bytes) {
      stream.synchronize();
      close();
      memory = Optional.of(new PinnedMemory(gpu, 2 * bytes));
    }
    return memory.get();
  }

  @Override
  public void close() {
    memory.ifPresent(PinnedMemory::close);
    memory = Optional.empty();
  }
}
