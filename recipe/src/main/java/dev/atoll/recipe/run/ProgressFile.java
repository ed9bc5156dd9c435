package dev.atoll.recipe.run;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Reports the progress of a run in its folder: {@code progress.json} is written every second,
 * changed or not, for {@link RunProgress} to read. A process that was killed stops writing.
 */
final class ProgressFile implements AutoCloseable {
  static final Duration INTERVAL = Duration.ofSeconds(1);

  private final RunFolder folder;
  private final Thread writer;
  private ProgressFacts facts = ProgressFacts.ofThisProcess();

  ProgressFile(RunFolder folder) throws IOException {
    this.folder = folder;
    write();
    this.writer = Thread.ofPlatform().daemon().name("atoll-progress").start(this::writeRepeatedly);
  }

  /** Changes the facts; they are written with the next interval. */
  synchronized void update(UnaryOperator<ProgressFacts> change) {
    facts = change.apply(facts);
  }

  /** Changes the facts and writes them at once; a failed write is repeated at the next interval. */
  void updateNow(UnaryOperator<ProgressFacts> change) {
    update(change);
    try {
      write();
    } catch (IOException | RuntimeException _) {
      // as in tryToWrite
    }
  }

  /** Writes the current progress; training does not wait for the disk. */
  private void write() throws IOException {
    if (Files.isDirectory(folder.path())) { // else the deleted folder would be created again
      Json.write(known(), folder.progress());
    }
  }

  private synchronized ProgressFacts known() {
    return facts;
  }

  private void writeRepeatedly() {
    try {
      while (true) {
        Thread.sleep(INTERVAL);
        tryToWrite();
      }
    } catch (InterruptedException _) {
      // the run is over
    }
  }

  /**
   * Writes the facts; a failed write is repeated at the next interval, an interrupted one is the
   * last.
   */
  void tryToWrite() throws InterruptedException {
    try {
      write();
    } catch (ClosedByInterruptException _) {
      throw new InterruptedException();
    } catch (IOException | RuntimeException _) {
      // a disk that is full or away for a moment must not end the reports
    }
  }

  /** Stops the reports of an unfinished run; its file remains. */
  void stop() throws IOException {
    update(ProgressFacts::withEnd);
    close();
    write();
  }

  @Override
  public void close() {
    writer.interrupt();
    try {
      writer.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
