package dev.atoll.app;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * The user's standard error. The JVM announces the incubating vector module there, which cannot be
 * disabled, so the launcher starts the JVM with a standard error that drops this one line, and with
 * the real one as descriptor 3. As soon as the announcement is over, the real one takes its place
 * again.
 */
final class Stderr {
  private static final int STANDARD_ERROR = 2;
  private static final int KEPT_BY_LAUNCHER = 3;

  private Stderr() {}

  /** Undoes the launcher's filter, if there is one. */
  static void restore() {
    if (!Boolean.getBoolean("atoll.stderr")) {
      return;
    }
    Linker linker = Linker.nativeLinker();
    MethodHandle dup2 =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("dup2"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    try {
      int _ = (int) dup2.invokeExact(KEPT_BY_LAUNCHER, STANDARD_ERROR);
    } catch (Throwable e) {
      throw new LinkageError("dup2 failed", e);
    }
  }
}
