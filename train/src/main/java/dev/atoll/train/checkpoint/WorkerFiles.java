package dev.atoll.train.checkpoint;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.comm.Communicator;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.weights.TensorDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The files of a checkpoint that hold the states of one worker's companions each:
 *
 * <pre>
 *   checkpoint.safetensors                 names epoch 3 and step 20
 *   checkpoint.safetensors.worker-0-3-20   the first worker's part at that moment
 *   checkpoint.safetensors.worker-1-3-20   the second's
 * </pre>
 *
 * The checkpoint itself is written after all worker files, and these are deleted only after the
 * next checkpoint has replaced it, so the files that a checkpoint names are always complete.
 */
public final class WorkerFiles {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  private static final String IDENTITY = "identity";

  private final Path checkpoint;
  private final Communicator workers;
  private final Companions companions;
  private final Checkpoints.Keeper keeper;
  private final CheckpointSeal seal;

  /** The files of the last checkpoint; null before the first. */
  private Path current;

  /** The run, the worker and the moment that a file is of. */
  private record Identity(CheckpointSeal seal, int rank, int epoch, int step) {}

  /**
   * @param checkpoints of a run that writes them
   */
  public WorkerFiles(Checkpoints checkpoints, Communicator workers, Companions companions) {
    this.checkpoint = checkpoints.file().orElseThrow();
    this.workers = workers;
    this.companions = companions;
    this.keeper = checkpoints.keeper();
    this.seal = checkpoints.seal();
  }

  /** Returns when all workers have written theirs. */
  void write(int epoch, int step) {
    Path file = file(epoch, step);
    List<Path> older = written();
    delete(older.stream().filter(path -> !path.equals(current)).toList());
    try (Arena passing = Arena.ofConfined()) {
      String identity = text(new Identity(seal, workers.rank(), epoch, step));
      TensorDigest.sealed(companions.save(passing), IDENTITY, identity).write(file);
    }
    keeper.written(file);
    current = file;
    workers.barrier();
  }

  /** Puts back the rows that belong to a checkpoint; returns when all workers have done so. */
  public void read(int epoch, int step) {
    Path file = file(epoch, step);
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "%s is missing: the checkpoint beside it is not complete; delete it to begin the run again"
              .formatted(file));
    }
    try (Arena passing = Arena.ofShared()) {
      Safetensors saved = Safetensors.read(file, passing);
      requireSame(TensorDigest.check(saved, IDENTITY, file), epoch, step, file);
      companions.restore(saved.tensors());
    }
    current = file;
    workers.barrier();
  }

  private static String text(Identity identity) {
    try {
      return JSON.writeValueAsString(identity);
    } catch (IOException e) {
      throw new UncheckedIOException("the identity of a checkpoint cannot be written as JSON", e);
    }
  }

  private void requireSame(String text, int epoch, int step, Path file) {
    Identity found;
    try {
      found = text.isEmpty() ? null : JSON.readValue(text, Identity.class);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s: not the state of a worker: %s".formatted(file, e.getMessage()), e);
    }
    seal.requireSame(found == null ? null : found.seal, file);
    if (found.rank != workers.rank() || found.epoch != epoch || found.step != step) {
      throw new IllegalArgumentException(
          "%s is the state of rank %d at epoch %d, step %d; expected rank %d at epoch %d, step %d: files were exchanged; put the right one there, or delete the checkpoint to begin the run again"
              .formatted(file, found.rank, found.epoch, found.step, workers.rank(), epoch, step));
    }
  }

  /** Deletes the worker files of a finished run that its last checkpoint does not name. */
  public static void keepLast(Path checkpoint) throws IOException {
    String prefix = checkpoint.getFileName() + ".worker-";
    List<Path> files = new ArrayList<>();
    Path folder = checkpoint.toAbsolutePath().getParent();
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder, prefix + "*-*-*")) {
      inside.forEach(files::add);
    }
    Comparator<Path> byMoment =
        Comparator.<Path>comparingInt(file -> number(file, prefix, 1))
            .thenComparingInt(file -> number(file, prefix, 2));
    Optional<Path> last = files.stream().max(byMoment);
    for (Path file : files) {
      if (byMoment.compare(file, last.orElseThrow()) < 0) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** The rank, the epoch or the step in a file's name. */
  private static int number(Path file, String prefix, int place) {
    String[] parts = file.getFileName().toString().substring(prefix.length()).split("-", -1);
    return Integer.parseInt(parts[place]);
  }

  private static String moment(int epoch, int step) {
    return epoch + "-" + step;
  }

  private Path file(int epoch, int step) {
    return checkpoint.resolveSibling(
        checkpoint.getFileName() + ".worker-" + workers.rank() + "-" + moment(epoch, step));
  }

  private void delete(List<Path> files) {
    try {
      for (Path file : files) {
        Files.deleteIfExists(file);
        keeper.deleted(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete an old checkpoint: " + e.getMessage(), e);
    }
  }

  /** The files that this worker has written. */
  private List<Path> written() {
    String pattern = checkpoint.getFileName() + ".worker-" + workers.rank() + "-*";
    var files = new ArrayList<Path>();
    Path folder = checkpoint.toAbsolutePath().getParent();
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder, pattern)) {
      inside.forEach(file -> files.add(checkpoint.resolveSibling(file.getFileName())));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list checkpoints in " + folder, e);
    }
    return files;
  }
}
