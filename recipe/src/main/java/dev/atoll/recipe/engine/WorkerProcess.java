package dev.atoll.recipe.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A worker in a process of its own, started like this one. */
final class WorkerProcess implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int MOST_LINES = 100;

  /**
   * System properties that are not passed on: this process's terminal and the ports on which it
   * listens.
   */
  private static final List<String> OWN =
      List.of("-Datoll.stderr", "-Datoll.columns", "-Datoll.width", "-Dcom.sun.management.");

  private final int rank;
  private final Process process;
  private final Duration grace;
  private final Thread echo;
  private final Deque<String> lastLines = new ArrayDeque<>();

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
        .filter(WorkerProcess::isPassedOn)
        .forEach(command::add);
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    }
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
    command.add(WorkerProgram.class.getName());
    return command;
  }

  /** Whether an option of this process is passed on to workers. */
  static boolean isPassedOn(String option) {
    return option.startsWith("-D")
        ? OWN.stream().noneMatch(option::startsWith)
        : option.startsWith("-X") && !option.startsWith("-XX:Archive");
  }

  /** The class path of workers: the class path and the module path of this process. */
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
          keep(line);
          output.accept("rank " + rank + " | " + line);
        }
      }
    } catch (IOException _) {
      // the process was killed: there is nothing more to read
    }
  }

  private synchronized void keep(String line) {
    lastLines.add(line);
    if (lastLines.size() > MOST_LINES) {
      lastLines.removeFirst();
    }
  }

  private synchronized String lastOutput() {
    return lastLines.isEmpty() ? "with no output" : "printing: " + String.join("; ", lastLines);
  }

  int rank() {
    return rank;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Describes the end of the process, for an error message. */
  String ending() {
    joinEcho();
    String end =
        process.isAlive()
            ? "did not end within %.0f seconds and is killed".formatted(grace.toMillis() / 1e3)
            : "ended with exit code " + process.exitValue();
    return "rank %d (process %d) %s, %s".formatted(rank, process.pid(), end, lastOutput());
  }

  /** Whether the process ends by itself, soon and without an error. */
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

  /** Kills the process if it still runs. */
  void kill() {
    process.destroyForcibly();
  }

  /** Kills the process and waits for its end. */
  @Override
  public void close() {
    kill();
    try {
      process.waitFor(GRACE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
