package dev.atoll.app.campaign;

import dev.atoll.app.Atoll;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A command in a process of its own, and the worker processes it has started. */
final class AtollProcess implements AutoCloseable {
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

  /** Kills the processes that still run. */
  @Override
  public void close() {
    workers();
    workers.forEach(ProcessHandle::destroyForcibly);
    lead.destroyForcibly();
  }
}
