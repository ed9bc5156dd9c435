package dev.atoll.train;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Where a run keeps its last checkpoint, and how often it writes one. When one is written never
 * changes what a run gives.
 *
 * @param file absent when none are written
 * @param everySteps steps from one to the next; 0 for the end of epochs, those that end within a
 *     second of the last checkpoint left out
 */
public record Checkpoints(Optional<Path> file, int everySteps) {
  /** No checkpoints. */
  public static final Checkpoints NONE = new Checkpoints(Optional.empty(), 0);

  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Checkpoints in a file. */
  public static Checkpoints in(Path file, int everySteps) {
    return new Checkpoints(Optional.of(file), everySteps);
  }

  public Checkpoints {
    if (everySteps < 0) {
      throw new IllegalArgumentException("checkpoint.every=" + everySteps + ": expected 0 or more");
    }
  }

  /** The last one, where there is any. */
  Optional<Checkpoint> last(Arena memory) {
    return file.filter(Files::exists).map(path -> Checkpoint.read(path, memory));
  }

  /**
   * @param memories written beside every checkpoint, by all workers together; absent when workers
   *     remember nothing of each other, and the first alone writes
   */
  Writer writer(Optional<WorkerMemories> memories) {
    return new Writer(memories);
  }

  /** No longer needed once the run is finished. */
  void delete() {
    try {
      if (file.isPresent()) {
        Files.deleteIfExists(file.get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the checkpoint " + file.get(), e);
    }
  }

  /** Writes when it is time. */
  final class Writer {
    private long written = System.nanoTime() - LEAST_NANOS;
    private long steps;
    private final Optional<WorkerMemories> memories;

    private Writer(Optional<WorkerMemories> memories) {
      this.memories = memories;
    }

    void afterStep(Supplier<Checkpoint> state) {
      steps++;
      writeIf(everySteps > 0 && steps % everySteps == 0, state);
    }

    void afterEpoch(Supplier<Checkpoint> state) {
      writeIf(everySteps == 0 && System.nanoTime() - written > LEAST_NANOS, state);
    }

    private void writeIf(boolean due, Supplier<Checkpoint> state) {
      if (file.isEmpty()) {
        return;
      }
      if (memories.isPresent()) {
        if (memories.get().agree(due)) {
          memories.get().write(state.get());
          written = System.nanoTime();
        }
      } else if (due) {
        state.get().write(file.get());
        written = System.nanoTime();
      }
    }
  }
}
