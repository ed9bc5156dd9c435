package dev.atoll.spark;

import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The identity and the settings of a run, which its tasks have in common.
 *
 * @param id of the run
 * @param secret known only to the tasks of the run
 * @param texts settings by name
 */
public record TaskSettings(
    String id, String secret, int workers, LinkedHashMap<String, String> texts)
    implements Serializable {

  /** The settings of a new run. */
  public static TaskSettings of(Settings settings) {
    var identity = RunIdentity.random(settings.integer(Keys.WORKERS));
    var texts = new LinkedHashMap<String, String>();
    settings.assignments().forEach(line -> texts.put(line.key(), line.text()));
    return new TaskSettings(identity.id(), identity.secret(), identity.size(), texts);
  }

  /** The identity of an attempt: tasks of an earlier one cannot connect to it. */
  public RunIdentity identity(int attempt) {
    return new RunIdentity(id + "-" + attempt, secret, workers);
  }

  /**
   * The settings of a task.
   *
   * @param cores that Spark gives the task: its threads, unless a number is set
   */
  public Settings with(int cores) {
    Map<String, String> own = new LinkedHashMap<>(texts);
    if (Long.parseLong(own.get(Keys.THREADS.name())) == 0) {
      own.put(Keys.THREADS.name(), Integer.toString(cores));
    }
    List<Assignment> all =
        own.entrySet().stream()
            .map(entry -> new Assignment(entry.getKey(), entry.getValue(), "the driver"))
            .toList();
    return Settings.of(all);
  }
}
