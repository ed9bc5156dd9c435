package dev.atoll.app.command;

import java.util.Map;

/**
 * Commands of an additional jar, such as the benchmarks: found by {@link java.util.ServiceLoader}
 * when the jar is on the class path.
 */
public interface CommandProvider {
  /** The commands by name: picocli classes with a constructor without arguments. */
  Map<String, Class<?>> commands();
}
