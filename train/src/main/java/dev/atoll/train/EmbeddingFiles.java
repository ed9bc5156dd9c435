package dev.atoll.train;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.Safetensors.Tensor;
import dev.atoll.train.feature.EmbeddingTable;
import dev.atoll.train.feature.HostRows;
import dev.atoll.train.feature.SparseEmbeddings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The learnable rows of a checkpoint, every worker's in a file of its own beside it:
 *
 * <pre>
 *   checkpoint.safetensors               names epoch 3 and step 20
 *   checkpoint.safetensors.rows-0-3-20   rows and moments of the first worker at that moment
 *   checkpoint.safetensors.rows-1-3-20   of the second
 * </pre>
 *
 * The checkpoint itself is written when all of them are there, and what it names stays until the
 * next one has replaced it: what a checkpoint names is always complete.
 */
final class EmbeddingFiles {
  private static final String MOMENT = "moment";

  private final Path checkpoint;
  private final Communicator workers;
  private final SparseEmbeddings embeddings;

  /** What the last checkpoint names; null before the first. */
  private Path current;

  EmbeddingFiles(Path checkpoint, Communicator workers, SparseEmbeddings embeddings) {
    this.checkpoint = checkpoint;
    this.workers = workers;
    this.embeddings = embeddings;
  }

  /** Returns when all workers have written theirs. */
  void write(int epoch, int step) {
    embeddings.settle();
    Path file = file(epoch, step);
    List<Path> older = written();
    delete(older.stream().filter(path -> !path.equals(current)).toList());
    try (Arena passing = Arena.ofConfined()) {
      var tensors = new LinkedHashMap<String, Tensor>();
      table()
          .forEachMatrix(
              (name, m) ->
                  tensors.put(name, new Tensor(m.rows(), m.cols(), HostRows.pack(m, passing))));
      Digest.sealed(tensors, MOMENT, moment(epoch, step)).write(file);
    }
    current = file;
    workers.barrier();
  }

  /** Puts back the rows that belong to a checkpoint; returns when all workers have done so. */
  void read(int epoch, int step) {
    Path file = file(epoch, step);
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "%s is missing: the checkpoint beside it is not complete; delete it to begin the run again"
              .formatted(file));
    }
    try (Arena passing = Arena.ofShared()) {
      Safetensors saved = Safetensors.read(file, passing);
      Digest.check(saved, MOMENT, file);
      table().forEachMatrix((name, matrix) -> restore(saved.tensors().get(name), name, matrix));
    }
    current = file;
    workers.barrier();
  }

  private static void restore(Tensor saved, String name, Matrix into) {
    Weights.check(saved, name, into.rows(), into.cols());
    HostRows.unpack(saved.cells(), into);
  }

  private EmbeddingTable table() {
    return embeddings.table();
  }

  private static String moment(int epoch, int step) {
    return epoch + "-" + step;
  }

  private Path file(int epoch, int step) {
    return checkpoint.resolveSibling(
        checkpoint.getFileName() + ".rows-" + workers.rank() + "-" + moment(epoch, step));
  }

  private static void delete(List<Path> files) {
    try {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete an old checkpoint: " + e.getMessage(), e);
    }
  }

  /** All files of this worker. */
  private List<Path> written() {
    String pattern = checkpoint.getFileName() + ".rows-" + workers.rank() + "-*";
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
