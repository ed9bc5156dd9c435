package dev.atoll.app.campaign;

import dev.atoll.app.Atoll;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A command in a process of its own, and the worker processes it has started. */
final class AtollProcess implements AutoCloseable {
  private static final int STACK_SECONDS = 20;

  private final Process lead;
  private final Set<ProcessHandle> workers = new LinkedHashSet<>();

  private AtollProcess(Process lead) {
    this.lead = lead;
  }

  /**
   * @param log receives its output
   */
  static AtollProcess start(Path folder, Path log, String... arguments) throws IOException {
    ProcessBuilder builder =
        JavaProcess.of(
                List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                Atoll.class,
                arguments)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    return new AtollProcess(builder.start());
  }

  long pid() {
    return lead.pid();
  }

  boolean isAlive() {
    return lead.isAlive();
  }

  int exitCode() {
    return lead.exitValue();
  }

  /** Its running workers; every worker ever seen is remembered. */
  List<ProcessHandle> workers() {
    List<ProcessHandle> alive = lead.descendants().filter(ProcessHandle::isAlive).toList();
    workers.addAll(alive);
    return alive;
  }

  /** Sends a signal to a process that this one has started, or to itself. */
  static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** Whether the process and all its workers end within a time. */
  boolean ends(Duration most) throws Exception {
    return Await.within(
        most,
        () -> {
          workers();
          return !lead.isAlive() && workers.stream().noneMatch(ProcessHandle::isAlive);
        });
  }

  /** The stacks of the threads of every process that still runs. */
  String stacks() throws IOException, InterruptedException {
    workers();
    var stacks = new StringBuilder();
    for (ProcessHandle process :
        Stream.concat(Stream.of(lead.toHandle()), workers.stream())
            .filter(ProcessHandle::isAlive)
            .toList()) {
      stacks.append("process %d: %s%n".formatted(process.pid(), stack(process.pid())));
    }
    return stacks.toString();
  }

  /** Goes on with the process where it is stopped, which would not answer. */
  private static String stack(long pid) throws IOException, InterruptedException {
    signal("CONT", pid);
    Path found = Files.createTempFile("atoll-stack", ".txt");
    try {
      Process jstack =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jstack").toString(),
                  Long.toString(pid))
              .redirectErrorStream(true)
              .redirectOutput(found.toFile())
              .start();
      if (!jstack.waitFor(STACK_SECONDS, TimeUnit.SECONDS)) {
        jstack.destroyForcibly().waitFor();
        return "no answer to jstack within %d s".formatted(STACK_SECONDS);
      }
      return Files.readString(found);
    } finally {
      Files.delete(found);
    }
  }

  /** Kills the processes that still run. */
  @Override
  public void close() {
    workers();
    workers.forEach(ProcessHandle::destroyForcibly);
    lead.destroyForcibly();
  }
}
