package dev.atoll.cuda.driver;

import java.lang.foreign.MemorySegment;

/** Host memory that the GPU reads and writes by itself, at the address that the host uses. */
public final class PinnedMemory implements AutoCloseable {
  private static final int FOR_ALL_CONTEXTS = 1;
  private static final int MAPPED = 2;

  private final Gpu gpu;
  private final MemorySegment segment;

  /**
   * @throws OutOfMemoryError when the host cannot pin so much
   */
  public PinnedMemory(Gpu gpu, long bytes) {
    this.gpu = gpu;
    gpu.makeCurrent();
    segment = allocate(gpu.driver(), bytes);
  }

  private static MemorySegment allocate(Driver driver, long bytes) {
    try {
      return driver
          .handle(driver.allocateHost, Math.max(1, bytes), FOR_ALL_CONTEXTS | MAPPED)
          .reinterpret(bytes);
    } catch (OutOfMemoryError _) {
      throw new OutOfMemoryError(
          "the host cannot pin %d MiB for the GPU to read: put more rows on the GPU (device.rows),"
                  .formatted(bytes >> 20)
              + " pin fewer (device.pinned), or take sample.device=host");
    }
  }

  public MemorySegment segment() {
    return segment;
  }

  /** The address for kernels. */
  public long address() {
    return segment.address();
  }

  @Override
  public void close() {
    gpu.makeCurrent();
    gpu.driver().call(gpu.driver().freeHost, segment);
  }
}
