package dev.atoll.train.checkpoint;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * The run that a checkpoint belongs to: digests of all that its state depends on. A checkpoint of
 * another run may fit in shape and would continue to wrong results.
 *
 * @param settings of the run
 * @param dataset that is trained on
 * @param shards of the workers; empty where one worker has the whole graph; null for any
 */
public record CheckpointSeal(String settings, String dataset, String shards)
    implements Serializable {
  /** Matches any run without a seal. */
  public static final CheckpointSeal NONE = new CheckpointSeal("", "", "");

  /** A run of some settings on a dataset. */
  public static CheckpointSeal of(String settings, String dataset) {
    return new CheckpointSeal(settings, dataset, "");
  }

  CheckpointSeal withShards(String digest) {
    return new CheckpointSeal(settings, dataset, digest);
  }

  /** A copy that matches any shards. */
  CheckpointSeal anyShards() {
    return new CheckpointSeal(settings, dataset, null);
  }

  /**
   * Requires a file to be of this run.
   *
   * @param found the seal in the file; null in one that has none
   * @throws IllegalArgumentException naming the difference
   */
  void requireSame(CheckpointSeal found, Path file) {
    if (found == null) {
      throw new IllegalArgumentException(
          "%s was written by an older version of Atoll and does not name its run; delete it to begin the run again"
              .formatted(file));
    }
    require(settings.equals(found.settings), file, "settings", "config.yaml");
    require(dataset.equals(found.dataset), file, "data", "the dataset");
    require(shards == null || shards.equals(found.shards), file, "shards", "the shards");
  }

  private static void require(boolean same, Path file, String what, String place) {
    if (!same) {
      throw new IllegalArgumentException(
          "%s is of a run with other %s than this one: put back %s of that run, or delete the file to begin the run again"
              .formatted(file, what, place));
    }
  }
}
