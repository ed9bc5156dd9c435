package dev.atoll.cuda.driver;

import java.lang.invoke.MethodHandle;

/**
 * A function of a library that returns a status.
 *
 * @param handle takes its arguments as one array
 */
public record NativeFunction(String name, MethodHandle handle) {
  int status(Object... arguments) {
    try {
      return (int) handle.invokeExact(arguments);
    } catch (Throwable e) {
      throw new AssertionError("the call of " + name + " failed", e);
    }
  }
}
