package dev.atoll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Java process with the classes of this one and options of its own: for what is fixed when a
 * process starts, such as the width of vectors or the environment.
 *
 * @param options of the virtual machine
 * @param environment added to that of this process
 */
public record ChildJvm(List<String> options, Map<String, String> environment) {
  private static final long MOST_SECONDS = 600;

  /**
   * Runs a main class to its end and returns the lines that it printed.
   *
   * @throws AssertionError where it fails, with all that it printed
   */
  public List<String> run(Class<?> main, String... arguments) throws InterruptedException {
    try {
      Path out = Files.createTempFile("atoll-child", ".out");
      Path err = Files.createTempFile("atoll-child", ".err");
      try {
        end(start(command(main, arguments), out, err), out, err);
        return Files.readAllLines(out);
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(List<String> command, Path out, Path err) throws IOException {
    var builder = new ProcessBuilder(command);
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

  private List<String> command(Class<?> main, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath(),
            main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** A build that runs tests on the module path has the tests' own classes on neither path. */
  private static String classPath() {
    return Stream.of(
            "target/test-classes",
            "target/classes",
            System.getProperty("java.class.path"),
            System.getProperty("jdk.module.path"))
        .filter(Objects::nonNull)
        .filter(path -> !path.isEmpty())
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }
}
