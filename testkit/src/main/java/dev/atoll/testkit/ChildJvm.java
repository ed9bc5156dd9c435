package dev.atoll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A child JVM that runs a program to its end with its own options: for settings that are fixed at
 * process start, such as the width of vectors or the environment.
 *
 * @param options of the virtual machine
 * @param environment added to that of this process
 * @param vectors whether the module of the Vector API is added
 * @param beside folders and jars on the class path besides those of this process
 */
public record ChildJvm(
    List<String> options, Map<String, String> environment, boolean vectors, List<Path> beside) {
  private static final long MOST_SECONDS = 600;

  /** A child JVM with the class path of this process. */
  public ChildJvm(List<String> options, Map<String, String> environment, boolean vectors) {
    this(options, environment, vectors, List.of());
  }

  /** A child JVM with the Vector API. */
  public ChildJvm(List<String> options, Map<String, String> environment) {
    this(options, environment, true);
  }

  /**
   * Runs a main class to its end and returns the lines that it printed.
   *
   * @throws AssertionError if it fails, with its complete output
   */
  public List<String> run(Class<?> main, String... arguments) throws InterruptedException {
    try {
      Path out = Files.createTempFile("atoll-child", ".out");
      Path err = Files.createTempFile("atoll-child", ".err");
      try {
        end(start(main, arguments, out, err), out, err);
        return Files.readAllLines(out);
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(Class<?> main, String[] arguments, Path out, Path err) throws IOException {
    ProcessBuilder builder = JavaProcess.of(vectors, options, beside, main, arguments);
    builder.environment().putAll(environment);
    return builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
  }

  private void end(Process child, Path out, Path err) throws IOException, InterruptedException {
    try {
      boolean ended = child.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
      if (!ended || child.exitValue() != 0) {
        throw new AssertionError(
            "a child with %s %s %s%n%s%s"
                .formatted(
                    options,
                    environment,
                    ended ? "failed with " + child.exitValue() : "did not end",
                    Files.readString(out),
                    Files.readString(err)));
      }
    } finally {
      child.destroyForcibly();
    }
  }
}
