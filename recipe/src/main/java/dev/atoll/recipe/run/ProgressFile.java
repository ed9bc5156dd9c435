package dev.atoll.recipe.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Says in the run's folder how far the run is and that it goes on: {@code progress.json} is written
 * every second, changed or not, for {@link RunProgress} to read. A process that was killed stops
 * writing.
 */
final class ProgressFile implements AutoCloseable {
  static final Duration BEAT = Duration.ofSeconds(1);

  private final RunFolder folder;
  private final Map<String, Object> facts = new LinkedHashMap<>();
  private final Thread heart;

  ProgressFile(RunFolder folder) throws IOException {
    this.folder = folder;
    ProcessHandle self = ProcessHandle.current();
    facts.put("pid", self.pid());
    facts.put("process", processBegun(self));
    facts.put("host", host());
    facts.put("begun", Instant.now().toString());
    write();
    this.heart = Thread.ofPlatform().daemon().name("atoll-progress").start(this::beat);
  }

  /** When a process began: a number that is used again belongs to another. */
  static String processBegun(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }

  static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "";
    }
  }

  /** Keeps a fact, which is seen with the next beat. */
  synchronized void put(String name, Object value) {
    facts.put(name, value);
  }

  private synchronized void write() throws IOException {
    if (Files.isDirectory(folder.path())) { // else it would come to life again
      Json.write(facts, folder.progress());
    }
  }

  private void beat() {
    try {
      while (true) {
        Thread.sleep(BEAT);
        write();
      }
    } catch (InterruptedException _) {
      // the run is over
    } catch (IOException e) {
      throw new UncheckedIOException("the progress of " + folder.path() + " is not shown", e);
    }
  }

  /** Keeps the file as it is from now on, with the reason why the run did not finish. */
  void stop() throws IOException {
    put("ended", Instant.now().toString());
    close();
    write();
  }

  @Override
  public void close() {
    heart.interrupt();
    try {
      heart.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
