package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The functions of {@code libcuda} that Atoll calls. Addresses on the device are longs, handles are
 * segments.
 */
final class Driver {
  private static final int OUT_OF_MEMORY = 2;

  private static Driver loaded;

  private final NativeLibrary library = NativeLibrary.find("GPU driver", List.of("libcuda.so.1"));

  final NativeFunction init = library.function("cuInit", JAVA_INT);
  final NativeFunction version = library.function("cuDriverGetVersion", ADDRESS);
  final NativeFunction deviceCount = library.function("cuDeviceGetCount", ADDRESS);
  final NativeFunction device = library.function("cuDeviceGet", ADDRESS, JAVA_INT);
  final NativeFunction totalMemory = library.function("cuDeviceTotalMem_v2", ADDRESS, JAVA_INT);
  final NativeFunction deviceName =
      library.function("cuDeviceGetName", ADDRESS, JAVA_INT, JAVA_INT);
  final NativeFunction attribute =
      library.function("cuDeviceGetAttribute", ADDRESS, JAVA_INT, JAVA_INT);
  final NativeFunction memoryPool =
      library.function("cuDeviceGetDefaultMemPool", ADDRESS, JAVA_INT);
  final NativeFunction setPool =
      library.function("cuMemPoolSetAttribute", ADDRESS, JAVA_INT, ADDRESS);

  final NativeFunction retainContext =
      library.function("cuDevicePrimaryCtxRetain", ADDRESS, JAVA_INT);
  final NativeFunction setCurrent = library.function("cuCtxSetCurrent", ADDRESS);
  final NativeFunction newStream = library.function("cuStreamCreate", ADDRESS, JAVA_INT);
  final NativeFunction closeStream = library.function("cuStreamDestroy_v2", ADDRESS);
  final NativeFunction synchronize = library.function("cuStreamSynchronize", ADDRESS);
  final NativeFunction newEvent = library.function("cuEventCreate", ADDRESS, JAVA_INT);
  final NativeFunction closeEvent = library.function("cuEventDestroy_v2", ADDRESS);
  final NativeFunction record = library.function("cuEventRecord", ADDRESS, ADDRESS);
  final NativeFunction await = library.function("cuEventSynchronize", ADDRESS);
  final NativeFunction elapsed = library.function("cuEventElapsedTime", ADDRESS, ADDRESS, ADDRESS);
  final NativeFunction waitFor = library.function("cuStreamWaitEvent", ADDRESS, ADDRESS, JAVA_INT);

  final NativeFunction allocate = library.function("cuMemAllocAsync", ADDRESS, JAVA_LONG, ADDRESS);
  final NativeFunction free = library.function("cuMemFreeAsync", JAVA_LONG, ADDRESS);
  final NativeFunction memory = library.function("cuMemGetInfo_v2", ADDRESS, ADDRESS);
  final NativeFunction allocateHost =
      library.function("cuMemHostAlloc", ADDRESS, JAVA_LONG, JAVA_INT);
  final NativeFunction freeHost = library.function("cuMemFreeHost", ADDRESS);
  final NativeFunction setWords =
      library.function("cuMemsetD32Async", JAVA_LONG, JAVA_INT, JAVA_LONG, ADDRESS);
  final NativeFunction toDevice =
      library.function("cuMemcpyHtoDAsync_v2", JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
  final NativeFunction toHost =
      library.function("cuMemcpyDtoHAsync_v2", ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS);
  final NativeFunction copyRows = library.function("cuMemcpy2DAsync_v2", ADDRESS, ADDRESS);

  final NativeFunction loadModule = library.function("cuModuleLoadData", ADDRESS, ADDRESS);
  final NativeFunction moduleFunction =
      library.function("cuModuleGetFunction", ADDRESS, ADDRESS, ADDRESS);
  final NativeFunction setFunction =
      library.function("cuFuncSetAttribute", ADDRESS, JAVA_INT, JAVA_INT);
  final NativeFunction launch =
      library.function(
          "cuLaunchKernel",
          ADDRESS,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          ADDRESS,
          ADDRESS,
          ADDRESS);

  private final NativeFunction errorName = library.function("cuGetErrorName", JAVA_INT, ADDRESS);
  private final NativeFunction errorText = library.function("cuGetErrorString", JAVA_INT, ADDRESS);

  private Driver() {
    call(init, 0);
  }

  /** The driver, loaded once per process. */
  static synchronized Driver load() {
    if (loaded == null) {
      loaded = new Driver();
    }
    return loaded;
  }

  void call(NativeFunction function, Object... arguments) {
    int status = function.status(arguments);
    if (status == OUT_OF_MEMORY) {
      throw new OutOfMemoryError(
          "the GPU's memory is used up: take a smaller batch or width, fewer workers on this GPU,"
              + " or device=cpu");
    }
    if (status != 0) {
      throw new DriverException(
          "device=cuda: %s says: %s (%s)"
              .formatted(function.name(), text(errorText, status), text(errorName, status)));
    }
  }

  /** The value that a function writes to the address in its first argument. */
  MemorySegment handle(NativeFunction function, Object... others) {
    return MemorySegment.ofAddress(word(function, others));
  }

  int integer(NativeFunction function, Object... others) {
    return (int) word(function, others);
  }

  long word(NativeFunction function, Object... others) {
    try (var arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(JAVA_LONG);
      var arguments = new Object[others.length + 1];
      arguments[0] = into;
      System.arraycopy(others, 0, arguments, 1, others.length);
      call(function, arguments);
      return into.get(JAVA_LONG, 0);
    }
  }

  private String text(NativeFunction function, int status) {
    try (var arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(ADDRESS);
      return function.status(status, into) == 0
          ? into.get(ADDRESS, 0).reinterpret(Long.MAX_VALUE).getString(0)
          : "status " + status;
    }
  }
}
