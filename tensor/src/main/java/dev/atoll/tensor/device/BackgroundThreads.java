package dev.atoll.tensor.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.ThreadFactory;

/**
 * Low-priority threads for work without a deadline: they run on cores that are otherwise idle. On
 * Linux they have the lowest priority (nice 19), which threads that they start inherit. A thread
 * that waits for one of them leaves its core to it. On other systems they are plain threads.
 */
public final class BackgroundThreads {
  private static final int PRIO_PROCESS = 0;
  private static final int CALLING_THREAD = 0;
  private static final int LOWEST = 19;

  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");
  private static final MethodHandle SET_PRIORITY = LINUX ? setPriority() : null;

  private BackgroundThreads() {}

  private static MethodHandle setPriority() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("setpriority"),
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  }

  /** Makes daemon threads of a name. */
  public static ThreadFactory named(String name) {
    ThreadFactory plain = Thread.ofPlatform().daemon().name(name).factory();
    return task ->
        plain.newThread(
            () -> {
              lower();
              task.run();
            });
  }

  /** A refusal by the system changes nothing: the thread keeps the priority that it has. */
  private static void lower() {
    if (SET_PRIORITY == null) {
      return;
    }
    try {
      int _ = (int) SET_PRIORITY.invokeExact(PRIO_PROCESS, CALLING_THREAD, LOWEST);
    } catch (Throwable e) {
      throw new LinkageError("setpriority failed", e);
    }
  }
}
