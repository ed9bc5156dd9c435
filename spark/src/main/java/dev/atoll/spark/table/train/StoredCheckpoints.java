package dev.atoll.spark.table.train;

import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.train.checkpoint.Checkpoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The checkpoints of a run in its storage. A worker writes checkpoints to its own disk and copies
 * them to the storage; a worker that replaces it, on any machine, fetches them first.
 *
 * @param local a folder of the worker's disk
 */
record StoredCheckpoints(SharedStorage run, Path local, int rank) implements Checkpoints.Keeper {
  private static final String FILE = "checkpoint.safetensors";

  /** Fetches the files of the last attempt. */
  Checkpoints restore(int everySteps) throws IOException {
    run.fetchReplaced(FILE, local);
    for (String name : run.names(FILE + ".worker-" + rank + "-*")) {
      run.fetch(name, local);
    }
    return Checkpoints.in(local.resolve(FILE), everySteps).keptBy(this);
  }

  @Override
  public void written(Path file) {
    try {
      run.replace(file, file.getFileName().toString());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep a checkpoint in " + run.folder(), e);
    }
  }

  @Override
  public void deleted(Path file) {
    try {
      run.delete(file.getFileName().toString());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete an old checkpoint in " + run.folder(), e);
    }
  }

  /** Deletes the checkpoints of all workers. */
  static void deleteAll(SharedStorage run) throws IOException {
    for (String name : run.names(FILE + "*")) {
      run.delete(name);
    }
  }
}
