package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/**
 * A queue of work on a GPU, done in the order in which it was put there. Any thread may add to it.
 */
public final class Stream implements AutoCloseable {
  private static final int NOT_WITH_DEFAULT_STREAM = 1;
  private static final int WITH_TIME = 0;
  private static final int WITHOUT_TIME = 2;
  private static final int MEMORY_HOST = 1;
  private static final int MEMORY_DEVICE = 2;

  private final Gpu gpu;
  private final Driver driver;
  private final MemorySegment handle;
  private final ThreadLocal<Arguments> arguments = ThreadLocal.withInitial(Arguments::new);

  public Stream(Gpu gpu) {
    this.gpu = gpu;
    this.driver = gpu.driver();
    gpu.makeCurrent();
    handle = driver.handle(driver.newStream, NOT_WITH_DEFAULT_STREAM);
  }

  MemorySegment handle() {
    return handle;
  }

  /** The buffer for the arguments of this thread's next launch. */
  public Arguments arguments() {
    return arguments.get().start();
  }

  /** Starts a kernel with the {@link #arguments} written last by this thread. */
  public void launch(Programs.Kernel kernel, LaunchGrid grid) {
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
        grid.sharedBytes(),
        handle,
        arguments.get().table(),
        MemorySegment.NULL);
  }

  public long allocate(long bytes) {
    gpu.makeCurrent();
    return driver.handle(driver.allocate, bytes, handle).address();
  }

  public void free(long address) {
    gpu.makeCurrent();
    driver.call(driver.free, address, handle);
  }

  public void clear(long address, long words) {
    gpu.makeCurrent();
    driver.call(driver.setWords, address, 0, words, handle);
  }

  /** Copies the beginning of pinned memory to the device. */
  public void toDevice(PinnedMemory from, long to, long bytes) {
    toDevice(from.segment(), to, bytes);
  }

  /** Copies elements of the device to the beginning of pinned memory. */
  public void toHost(long from, PinnedMemory to, long bytes) {
    toHost(from, to.segment(), bytes);
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

  private void copyRows(
      Matrix shape, int fromKind, long from, long fromPitch, int toKind, long to, long toPitch) {
    gpu.makeCurrent();
    try (var arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(RowCopy.LAYOUT);
      RowCopy.set(copy, "srcMemoryType", fromKind);
      RowCopy.set(copy, fromKind == MEMORY_HOST ? "srcHost" : "srcDevice", from);
      RowCopy.set(copy, "srcPitch", fromPitch);
      RowCopy.set(copy, "dstMemoryType", toKind);
      RowCopy.set(copy, toKind == MEMORY_HOST ? "dstHost" : "dstDevice", to);
      RowCopy.set(copy, "dstPitch", toPitch);
      RowCopy.set(copy, "WidthInBytes", (long) shape.cols() * shape.type().bytes());
      RowCopy.set(copy, "Height", shape.rows());
      driver.call(driver.copyRows, copy, handle);
    }
  }

  /** The driver's CUDA_MEMCPY2D; enums and pointers are written as whole words. */
  private static final class RowCopy {
    private static final StructLayout LAYOUT =
        MemoryLayout.structLayout(
            word("srcXInBytes"),
            word("srcY"),
            word("srcMemoryType"),
            word("srcHost"),
            word("srcDevice"),
            word("srcArray"),
            word("srcPitch"),
            word("dstXInBytes"),
            word("dstY"),
            word("dstMemoryType"),
            word("dstHost"),
            word("dstDevice"),
            word("dstArray"),
            word("dstPitch"),
            word("WidthInBytes"),
            word("Height"));

    private RowCopy() {}

    private static MemoryLayout word(String name) {
      return JAVA_LONG.withName(name);
    }

    private static void set(MemorySegment copy, String field, long value) {
      copy.set(JAVA_LONG, LAYOUT.byteOffset(PathElement.groupElement(field)), value);
    }
  }

  public void synchronize() {
    gpu.makeCurrent();
    driver.call(driver.synchronize, handle);
  }

  MemorySegment newEvent() {
    gpu.makeCurrent();
    return driver.handle(driver.newEvent, WITHOUT_TIME);
  }

  /** An event that knows when it was reached. */
  MemorySegment newTimedEvent() {
    gpu.makeCurrent();
    return driver.handle(driver.newEvent, WITH_TIME);
  }

  /** Seconds between two timed events that were both reached. */
  double seconds(MemorySegment from, MemorySegment to) {
    gpu.makeCurrent();
    return Float.intBitsToFloat(driver.integer(driver.elapsed, from, to)) * 1e-3;
  }

  void record(MemorySegment event) {
    gpu.makeCurrent();
    driver.call(driver.record, event, handle);
  }

  void await(MemorySegment event) {
    gpu.makeCurrent();
    driver.call(driver.await, event);
  }

  /** Work that is added from now on begins when the event is reached. */
  void waitFor(MemorySegment event) {
    gpu.makeCurrent();
    driver.call(driver.waitFor, handle, event, 0);
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
