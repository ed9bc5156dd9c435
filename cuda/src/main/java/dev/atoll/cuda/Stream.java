package dev.atoll.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A queue of work on a GPU, done in the order in which it was put there. Any thread may add to it.
 */
final class Stream implements AutoCloseable {
  private static final int NOT_WITH_DEFAULT_STREAM = 1;
  private static final int MEMORY_HOST = 1;
  private static final int MEMORY_DEVICE = 2;

  /** Sixteen words describe a copy of rows. */
  private static final int COPY_BYTES = 128;

  private final Gpu gpu;
  private final Driver driver;
  private final MemorySegment handle;
  private final ThreadLocal<Arguments> arguments = ThreadLocal.withInitial(Arguments::new);

  Stream(Gpu gpu) {
    this.gpu = gpu;
    this.driver = gpu.driver();
    gpu.makeCurrent();
    handle = driver.handle(driver.newStream, NOT_WITH_DEFAULT_STREAM);
  }

  MemorySegment handle() {
    return handle;
  }

  /** Room for the arguments of this thread's next launch. */
  Arguments arguments() {
    return arguments.get().start();
  }

  /** Starts a kernel with the {@link #arguments} written last by this thread. */
  void launch(Programs.Kernel kernel, LaunchGrid grid) {
    gpu.makeCurrent();
    driver.call(
        driver.launch,
        kernel.function(),
        grid.blocks(),
        grid.tiles(),
        1,
        grid.width(),
        grid.height(),
        1,
        0,
        handle,
        arguments.get().table(),
        MemorySegment.NULL);
  }

  long allocate(long bytes) {
    gpu.makeCurrent();
    return driver.handle(driver.allocate, bytes, handle).address();
  }

  void free(long address) {
    gpu.makeCurrent();
    driver.call(driver.free, address, handle);
  }

  void clear(long address, long words) {
    gpu.makeCurrent();
    driver.call(driver.setWords, address, 0, words, handle);
  }

  void toDevice(MemorySegment pinned, long to, long bytes) {
    gpu.makeCurrent();
    driver.call(driver.toDevice, to, pinned, bytes, handle);
  }

  void toHost(long from, MemorySegment pinned, long bytes) {
    gpu.makeCurrent();
    driver.call(driver.toHost, pinned, from, bytes, handle);
  }

  /** Packed rows of pinned memory into a matrix. */
  void rowsToDevice(MemorySegment pinned, Matrix to) {
    long packed = (long) to.cols() * to.type().bytes();
    copyRows(
        to,
        MEMORY_HOST,
        pinned.address(),
        packed,
        MEMORY_DEVICE,
        to.data().address(),
        to.rowBytes());
  }

  void rowsToHost(Matrix from, MemorySegment pinned) {
    long packed = (long) from.cols() * from.type().bytes();
    copyRows(
        from,
        MEMORY_DEVICE,
        from.data().address(),
        from.rowBytes(),
        MEMORY_HOST,
        pinned.address(),
        packed);
  }

  /** CUDA_MEMCPY2D: x, y, kind, host, device, array and pitch of either side; width, height. */
  private void copyRows(
      Matrix shape, int fromKind, long from, long fromPitch, int toKind, long to, long toPitch) {
    gpu.makeCurrent();
    try (var arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(COPY_BYTES, Long.BYTES);
      copy.setAtIndex(JAVA_LONG, 2, fromKind);
      copy.setAtIndex(JAVA_LONG, fromKind == MEMORY_HOST ? 3 : 4, from);
      copy.setAtIndex(JAVA_LONG, 6, fromPitch);
      copy.setAtIndex(JAVA_LONG, 9, toKind);
      copy.setAtIndex(JAVA_LONG, toKind == MEMORY_HOST ? 10 : 11, to);
      copy.setAtIndex(JAVA_LONG, 13, toPitch);
      copy.setAtIndex(JAVA_LONG, 14, (long) shape.cols() * shape.type().bytes());
      copy.setAtIndex(JAVA_LONG, 15, shape.rows());
      driver.call(driver.copyRows, copy, handle);
    }
  }

  void synchronize() {
    gpu.makeCurrent();
    driver.call(driver.synchronize, handle);
  }

  MemorySegment newEvent() {
    gpu.makeCurrent();
    return driver.handle(driver.newEvent, 2);
  }

  void record(MemorySegment event) {
    gpu.makeCurrent();
    driver.call(driver.record, event, handle);
  }

  void await(MemorySegment event) {
    gpu.makeCurrent();
    driver.call(driver.await, event);
  }

  void close(MemorySegment event) {
    driver.call(driver.closeEvent, event);
  }

  @Override
  public void close() {
    synchronize();
    driver.call(driver.closeStream, handle);
  }
}
