package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** One GPU of the machine, with the context and the compiled kernels that its backends share. */
public final class Gpu {
  private static final int NAME_BYTES = 256;
  private static final int MULTIPROCESSORS = 16;
  private static final int CACHE_BYTES = 38;
  private static final int COMPUTE_MAJOR = 75;
  private static final int COMPUTE_MINOR = 76;
  private static final int RELEASE_THRESHOLD = 4;

  private static final Map<Integer, Gpu> OPENED = new HashMap<>();

  private final Driver driver;
  private final int device;
  private final MemorySegment context;
  private final int multiprocessors;
  private final int architecture;
  private final Programs programs;

  private Gpu(Driver driver, int ordinal) {
    this.driver = driver;
    int count = driver.integer(driver.deviceCount);
    if (ordinal >= count) {
      throw new DriverException(
          "device=cuda: GPU %d is not there; this machine has %d, counted from 0"
              .formatted(ordinal, count));
    }
    device = driver.integer(driver.device, ordinal);
    context = driver.handle(driver.retainContext, device);
    makeCurrent();
    keepFreedMemory();
    multiprocessors = attribute(MULTIPROCESSORS);
    architecture = attribute(COMPUTE_MAJOR) * 10 + attribute(COMPUTE_MINOR);
    programs = new Programs(driver, architecture);
  }

  /** The GPU of that number, opened once per process and never closed. */
  public static synchronized Gpu open(int ordinal) {
    Driver driver = Driver.load();
    return OPENED.computeIfAbsent(ordinal, number -> new Gpu(driver, number));
  }

  Driver driver() {
    return driver;
  }

  /** A kernel, ready to be launched on this GPU. */
  public Programs.Kernel kernel(Programs.Program program, String name) {
    makeCurrent();
    return programs.kernel(program, name);
  }

  /**
   * A kernel whose launches may use this much shared memory in addition to the memory it declares.
   */
  public Programs.Kernel kernel(Programs.Program program, String name, int sharedBytes) {
    Programs.Kernel kernel = kernel(program, name);
    programs.allowShared(kernel, sharedBytes);
    return kernel;
  }

  /** Compute capability times ten, such as 90. */
  public int architecture() {
    return architecture;
  }

  /** Must come before calls of a thread: contexts are bound to threads. */
  void makeCurrent() {
    driver.call(driver.setCurrent, context);
  }

  /** Bytes of the cache that all multiprocessors share. */
  public long cacheBytes() {
    return attribute(CACHE_BYTES);
  }

  /** Free bytes of the device's memory. */
  public long freeBytes() {
    makeCurrent();
    try (var arena = Arena.ofConfined()) {
      MemorySegment free = arena.allocate(JAVA_LONG);
      driver.call(driver.memory, free, arena.allocate(JAVA_LONG));
      return free.get(JAVA_LONG, 0);
    }
  }

  /** Bytes of its memory, in use or not. */
  public long memoryBytes() {
    return driver.word(driver.totalMemory, device);
  }

  public int multiprocessors() {
    return multiprocessors;
  }

  /** "NVIDIA H200, compute capability 9.0, 132 multiprocessors". */
  public String describe() {
    try (var arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(NAME_BYTES);
      driver.call(driver.deviceName, name, NAME_BYTES, device);
      int version = driver.integer(driver.version);
      return "%s, compute capability %d.%d, %d multiprocessors, driver for CUDA %d.%d"
          .formatted(
              name.getString(0),
              attribute(COMPUTE_MAJOR),
              attribute(COMPUTE_MINOR),
              multiprocessors(),
              version / 1000,
              version % 1000 / 10);
    }
  }

  private int attribute(int which) {
    return driver.integer(driver.attribute, which, device);
  }

  /** Freed buffers stay in the driver's pool: the next request costs a microsecond. */
  private void keepFreedMemory() {
    try (var arena = Arena.ofConfined()) {
      MemorySegment all = arena.allocateFrom(JAVA_LONG, -1L);
      driver.call(driver.setPool, driver.handle(driver.memoryPool, device), RELEASE_THRESHOLD, all);
    }
  }
}
