package dev.atoll.spark;

import dev.atoll.app.engine.Job;
import dev.atoll.app.run.Composition;
import dev.atoll.app.run.RunFolder;
import dev.atoll.app.settings.Assignment;
import dev.atoll.app.settings.Keys;
import dev.atoll.app.settings.Settings;
import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.train.Checkpoints;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a task must know to be a worker of a run. All tasks get the same; their place in the stage
 * is their rank.
 *
 * @param id of the run
 * @param secret known to the tasks of the run alone
 * @param settings by name, as texts
 * @param data the folder of the dataset
 * @param run the run folder
 * @param shards the folder of shards; null when one worker has the whole graph
 */
record TaskOrder(
    String id,
    String secret,
    int workers,
    LinkedHashMap<String, String> settings,
    String data,
    String run,
    String shards)
    implements Serializable {

  static TaskOrder of(Job job, Path data) {
    var identity = RunIdentity.random(job.settings().integer(Keys.WORKERS));
    return new TaskOrder(
        identity.id(),
        identity.secret(),
        identity.size(),
        texts(job.settings()),
        absolute(data),
        absolute(job.run()),
        job.shards().map(TaskOrder::absolute).orElse(null));
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().toString();
  }

  private static LinkedHashMap<String, String> texts(Settings settings) {
    var texts = new LinkedHashMap<String, String>();
    Keys.all().forEach(key -> texts.put(key.name(), settings.text(key)));
    return texts;
  }

  /** Tasks of an attempt that is over do not fit those of the next. */
  RunIdentity identity(int attempt) {
    return new RunIdentity(id + "-" + attempt, secret, workers);
  }

  /**
   * The job as a task sees it.
   *
   * @param cores that Spark gives the task: its threads, unless fewer are wanted
   */
  Job job(int cores) {
    Map<String, String> own = new LinkedHashMap<>(settings);
    if (Long.parseLong(own.get(Keys.THREADS.name())) == 0) {
      own.put(Keys.THREADS.name(), Integer.toString(cores));
    }
    List<Assignment> said =
        own.entrySet().stream()
            .map(entry -> new Assignment(entry.getKey(), entry.getValue(), "the driver"))
            .toList();
    Settings complete = Settings.of(said);
    var folder = new RunFolder(Path.of(run));
    return new Job(
        complete,
        Composition.plan(complete),
        folder.path(),
        Optional.ofNullable(shards).map(Path::of),
        Checkpoints.in(folder.checkpoint(), complete.integer(Keys.CHECKPOINT_EVERY)));
  }
}
