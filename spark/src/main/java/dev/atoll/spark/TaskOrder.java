package dev.atoll.spark;

import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.engine.Job;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.checkpoint.CheckpointSeal;
import dev.atoll.train.checkpoint.Checkpoints;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The description of a worker that a task runs, for runs whose files are visible to all executors.
 *
 * @param data the folder of the dataset
 * @param run the run folder
 * @param shards the folder of shards; null when one worker has the whole graph
 * @param seal of the run's checkpoints
 */
record TaskOrder(TaskSettings settings, String data, String run, String shards, CheckpointSeal seal)
    implements Serializable {

  static TaskOrder of(Job job, Path data) {
    return new TaskOrder(
        TaskSettings.of(job.settings()),
        absolute(data),
        absolute(job.run()),
        job.shards().map(TaskOrder::absolute).orElse(null),
        job.checkpoints().seal());
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().toString();
  }

  /**
   * The job of a task.
   *
   * @param cores that Spark gives the task
   */
  Job job(int cores) {
    Settings own = settings.with(cores);
    var folder = new RunFolder(Path.of(run));
    return new Job(
        own,
        Composition.plan(own),
        folder.path(),
        Optional.ofNullable(shards).map(Path::of),
        Checkpoints.in(folder.checkpoint(), own.integer(Keys.CHECKPOINT_EVERY))
            .keepingLast(own.get(Keys.CHECKPOINT_KEEP))
            .sealed(seal));
  }
}
