package dev.atoll.formats.dataset;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** A lock on a file, held by one thread of one process at a time. */
final class RepairLock implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final FileChannel channel;

  private RepairLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Waits until no one else has the lock. */
  static RepairLock take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      long end = System.nanoTime() + DEADLINE.toNanos();
      while (!isTaken(channel)) {
        if (System.nanoTime() > end) {
          throw new IOException(
              "%s: another process has held this lock for %d minutes; end it or delete the file"
                  .formatted(file, DEADLINE.toMinutes()));
        }
        Thread.sleep(PAUSE);
      }
      return new RepairLock(channel);
    } catch (InterruptedException e) {
      channel.close();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + file);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The lock goes with its channel. */
  private static boolean isTaken(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException _) {
      return false; // another thread of this process
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
