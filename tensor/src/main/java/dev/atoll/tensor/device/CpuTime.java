package dev.atoll.tensor.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.sun.management.OperatingSystemMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;

/**
 * CPU time of this process, all threads together. On Linux it is read from the process clock: the
 * JVM's value is counted in ticks of 10 ms, longer than many epochs.
 */
public final class CpuTime {
  private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");
  private static final MethodHandle CLOCK_GETTIME = LINUX ? clock() : null;

  private CpuTime() {}

  private static MethodHandle clock() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("clock_gettime"),
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
  }

  public static double seconds() {
    return (double) nanos() / NANOS_PER_SECOND;
  }

  public static long nanos() {
    if (CLOCK_GETTIME == null) {
      return SYSTEM.getProcessCpuTime();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment time = arena.allocate(JAVA_LONG, 2);
      int failed = (int) CLOCK_GETTIME.invokeExact(CLOCK_PROCESS_CPUTIME_ID, time);
      return failed != 0
          ? SYSTEM.getProcessCpuTime()
          : time.getAtIndex(JAVA_LONG, 0) * NANOS_PER_SECOND + time.getAtIndex(JAVA_LONG, 1);
    } catch (Throwable e) {
      throw new LinkageError("clock_gettime failed", e);
    }
  }
}
