package dev.atoll.recipe.run;

import dev.atoll.files.AtomicFile;
import dev.atoll.files.FileError;
import dev.atoll.formats.JsonSeal;
import dev.atoll.recipe.result.Provenance;
import dev.atoll.recipe.result.RunResult;
import dev.atoll.recipe.settings.SealedSettings;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.checkpoint.WorkerFiles;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainEvent.StepFinished;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * Writes the folder of a run during training. An unfinished run is deleted, also on an interrupt,
 * unless it has a checkpoint to resume from.
 */
public final class RunWriter implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(RunWriter.class.getName());

  private final RunFolder folder;
  private final Thread onInterrupt = new Thread(this::abandon, "atoll-abandon-run");
  private FolderLock lock;
  private BufferedWriter metrics;
  private ProgressFile progress;
  private Optional<String> earlierBackend = Optional.empty();
  private boolean over;

  private RunWriter(RunFolder folder) {
    this.folder = folder;
  }

  /** Changes the files of a locked folder; returns the backend of the run that it resumes. */
  @FunctionalInterface
  private interface Start {
    Optional<String> apply() throws IOException;
  }

  /**
   * Begins to write, after a shutdown hook is registered that removes the files on an interrupt.
   */
  private RunWriter begun(Start start) throws IOException {
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try {
      begin(start);
      return this;
    } catch (IOException | RuntimeException e) {
      removeHook();
      throw e;
    }
  }

  private synchronized void begin(Start start) throws IOException {
    if (over) {
      throw new InterruptedIOException(folder.path() + ": interrupted");
    }
    over = true; // until all files are there
    PrivateFolder.create(folder.path());
    lock = FolderLock.take(folder.path());
    try {
      earlierBackend = start.apply();
      metrics = Files.newBufferedWriter(folder.metrics());
      progress = new ProgressFile(folder);
      over = false;
    } finally {
      if (over) {
        closeFailed();
      }
    }
  }

  private void closeFailed() throws IOException {
    try {
      if (metrics != null) {
        metrics.close();
      }
    } finally {
      lock.close();
      folder.deleteIfEmpty();
    }
  }

  private static Optional<String> earlierBackend(RunFolder folder) {
    try {
      if (folder.isFinished()) {
        return Optional.of(folder.readResult().provenance().backend());
      }
      return folder.readProgress().map(progress -> progress.facts().backend());
    } catch (IOException _) {
      return Optional.empty(); // it was killed while it wrote its progress
    }
  }

  /**
   * Begins a run.
   *
   * @param overwrite whether an existing run may be replaced
   */
  public static RunWriter create(RunFolder folder, Settings settings, boolean overwrite)
      throws IOException {
    requireFree(folder, overwrite); // before the lock, which would leave a mark
    try {
      return new RunWriter(folder)
          .begun(
              () -> {
                requireFree(folder, overwrite);
                folder.deleteFiles();
                AtomicFile.write(folder.config(), SealedSettings.text(settings));
                return Optional.empty();
              });
    } catch (FileSystemException e) {
      throw new IOException(
          "cannot write the run folder %s (%s); choose another with --out"
              .formatted(folder.path(), FileError.reason(e)),
          e);
    }
  }

  /** Resumes a run that was interrupted; its metrics are written again. */
  public static RunWriter resume(RunFolder folder) throws IOException {
    return new RunWriter(RunFolder.interrupted(folder.path()))
        .begun(() -> earlierBackend(RunFolder.interrupted(folder.path())));
  }

  /**
   * Resumes a run, finished or interrupted, to train it to another end. The run counts as
   * unfinished from here on; if the program is killed before the new settings are written, it
   * resumes to its old end.
   */
  public static RunWriter lengthen(RunFolder folder, Settings settings) throws IOException {
    return new RunWriter(RunFolder.begun(folder.path()))
        .begun(
            () -> {
              Optional<String> earlier = earlierBackend(RunFolder.begun(folder.path()));
              Files.deleteIfExists(folder.result());
              AtomicFile.write(folder.config(), SealedSettings.text(settings));
              return earlier;
            });
  }

  private static void requireFree(RunFolder folder, boolean overwrite) throws IOException {
    if (Files.isRegularFile(folder.path())) {
      throw new IllegalArgumentException(
          folder.path()
              + " is a file; expected a folder that is empty or not there yet: choose another with"
              + " --out");
    }
    if (!Files.isDirectory(folder.path()) || folder.isEmpty()) {
      return;
    }
    if (!Files.isRegularFile(folder.config())) {
      throw new IllegalArgumentException(
          folder.path() + " is not empty and not a run; choose another folder with --out");
    }
    if (!overwrite) {
      throw new IllegalArgumentException(
          folder.path()
              + " holds a run already; add --overwrite to replace it, or choose another --out");
    }
  }

  public RunFolder folder() {
    return folder;
  }

  /**
   * Reports the device in {@code progress.json}. If the run was interrupted on another device or
   * with other kernels, returns their description: the remaining epochs may differ in the last bits
   * from an uninterrupted run.
   */
  public Optional<String> computesOn(String backend) {
    progress.updateNow(facts -> facts.withBackend(backend));
    return earlierBackend.filter(earlier -> !Provenance.sameArithmetic(earlier, backend));
  }

  /** Reports in {@code progress.json} that training begins. */
  public void begin(Started started) {
    progress.update(
        facts ->
            facts.withTraining(started.epochs(), started.done().size(), started.deviceBytes()));
  }

  /** Reports in {@code progress.json} that a step is done. */
  public void step(StepFinished done) {
    progress.update(facts -> facts.withStep(done.epoch() + 1, done.step() + 1));
  }

  /** Reports in {@code progress.json} the error that ends the run. */
  public void fail(String message) {
    progress.update(facts -> facts.withFailure(message));
  }

  /** Adds a line to the metrics. */
  public synchronized void add(EpochLine epoch) throws IOException {
    if (!over) {
      try {
        metrics.write(Json.line(epoch));
        metrics.newLine();
        metrics.flush();
      } catch (IOException e) {
        throw unwritable(folder.metrics(), e);
      }
    }
  }

  /** Adds lines to the events; the first one creates the file. */
  public synchronized void addEvents(List<LaunchLine> lines) throws IOException {
    if (over) {
      return;
    }
    try (BufferedWriter events =
        Files.newBufferedWriter(
            folder.events(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (LaunchLine line : lines) {
        events.write(Json.line(line));
        events.newLine();
      }
    } catch (IOException e) {
      throw unwritable(folder.events(), e);
    }
  }

  /** An error that names the file, which the message of a full disk lacks. */
  private static IOException unwritable(Path file, IOException e) {
    return new IOException("%s: cannot be written: %s".formatted(file, FileError.reason(e)), e);
  }

  /**
   * Completes the run. Once its result is written the run is finished: a folder that cannot be
   * tidied then is only logged.
   *
   * @param keepsCheckpoint whether the checkpoint stays, so that the run can be trained longer
   */
  public synchronized void finish(RunResult result, boolean keepsCheckpoint) throws IOException {
    if (!over) {
      metrics.close();
      progress.close();
      AtomicFile.write(folder.result(), JsonSeal.sealed(Json.text(result)) + "\n");
      over = true;
      try {
        tidy(keepsCheckpoint);
      } catch (IOException e) {
        LOG.log(
            Level.WARNING,
            "%s: the run is complete, but its folder could not be tidied: %s"
                .formatted(folder.path(), FileError.reason(e)));
      }
    }
  }

  private void tidy(boolean keepsCheckpoint) throws IOException {
    try {
      PrivateFolder.sealFiles(folder.path());
    } finally {
      folder.deleteTemporary();
      if (keepsCheckpoint) {
        WorkerFiles.keepLast(folder.checkpoint());
      } else {
        folder.deleteCheckpoint();
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (removeHook()) {
      discardUnlessFinished();
    }
  }

  /** Removes the shutdown hook; false if an interrupt has started it, which then cleans up. */
  private boolean removeHook() {
    try {
      return Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException _) {
      return false;
    }
  }

  private synchronized void discardUnlessFinished() throws IOException {
    try {
      if (!over) {
        over = true;
        discard();
      }
    } finally {
      lock.close();
      folder.deleteIfEmpty();
    }
  }

  private void discard() throws IOException {
    metrics.close();
    if (folder.hasCheckpoint()) {
      progress.stop();
      LOG.log(
          Level.WARNING,
          "the run is not finished; to resume: atoll train --resume " + folder.path());
    } else {
      progress.close();
      folder.discard();
    }
  }

  /** Discards an interrupted run, which may still be training or starting. */
  private synchronized void abandon() {
    try {
      if (lock == null) {
        over = true;
        return;
      }
      boolean leavesNothing = !over && !folder.hasCheckpoint();
      discardUnlessFinished();
      if (leavesNothing) {
        LOG.log(
            Level.WARNING,
            "%s: interrupted before the first checkpoint, so its files are removed; --set checkpoint.every=N writes a checkpoint every N steps"
                .formatted(folder.path()));
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "could not remove the unfinished run " + folder.path(), e);
    }
  }
}
