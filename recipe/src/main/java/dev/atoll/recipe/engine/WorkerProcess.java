package dev.atoll.recipe.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A worker in a process of its own, started like this one. */
final class WorkerProcess implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final int rank;
  private final Process process;
  private final Duration grace;
  private final Thread echo;
  private final List<String> printed = new CopyOnWriteArrayList<>();

  /**
   * @param grace the time it has to end by itself when its work is done
   */
  WorkerProcess(int rank, Process process, Duration grace, Consumer<String> output) {
    this.rank = rank;
    this.process = process;
    this.grace = grace;
    this.echo =
        Thread.ofPlatform().daemon().name("output-of-rank-" + rank).start(() -> copyOutput(output));
  }

  static WorkerProcess start(Invitation invitation, Consumer<String> output) throws IOException {
    Process process = new ProcessBuilder(command()).redirectErrorStream(true).start();
    try {
      invitation.send(process.getOutputStream());
      return new WorkerProcess(invitation.rank(), process, GRACE, output);
    } catch (IOException | RuntimeException | Error e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-X") && !option.startsWith("-XX:Archive"))
        .forEach(command::add);
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    }
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
    command.add(WorkerProgram.class.getName());
    return command;
  }

  /** Modules, where this process has them on the module path, serve as well on the class path. */
  private static String classPath() {
    return Stream.of("java.class.path", "jdk.module.path")
        .map(System::getProperty)
        .filter(path -> path != null && !path.isEmpty())
        .reduce((a, b) -> a + System.getProperty("path.separator") + b)
        .orElseThrow();
  }

  private void copyOutput(Consumer<String> output) {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("WARNING: Using incubator modules")) {
          printed.add(line);
          output.accept("rank " + rank + " | " + line);
        }
      }
    } catch (IOException _) {
      // the process was killed: there is nothing more to read
    }
  }

  int rank() {
    return rank;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The end of the process in words, for an error message. */
  String ending() {
    joinEcho();
    String lastOutput =
        printed.isEmpty() ? "with no output" : "printing: " + String.join("; ", printed);
    String end =
        process.isAlive()
            ? "did not end within %.0f seconds and is killed".formatted(grace.toMillis() / 1e3)
            : "ended with exit code " + process.exitValue();
    return "rank %d (process %d) %s, %s".formatted(rank, process.pid(), end, lastOutput);
  }

  /** Whether it ends by itself, soon and without an error. */
  boolean succeeds() {
    try {
      if (process.waitFor(grace)) {
        joinEcho();
        return process.exitValue() == 0;
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private void joinEcho() {
    try {
      echo.join(TimeUnit.SECONDS.toMillis(1));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Removes a shutdown hook that closes processes. */
  static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // the program is ending: the hook runs already
    }
  }

  /** Kills it, if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
