package dev.atoll.app.describe;

import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunProgress;
import dev.atoll.recipe.settings.Assignment;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Describes a run that is under way, or ended before it was finished. */
public final class UnfinishedRun {
  private static final List<String> SHOWN =
      List.of("data", "model", "recipe", "seed", "workers", "epochs");

  private UnfinishedRun() {}

  public static Description of(RunFolder run) throws IOException {
    Optional<RunProgress> progress = run.readProgress();
    List<EpochLine> epochs = run.readMetrics();
    boolean alive = progress.map(RunProgress::isAlive).orElse(false);
    String state = alive ? "running" : run.hasCheckpoint() ? "stopped" : "stopped, no checkpoint";
    Table facts = Table.untitled().row("folder", run.path().toString()).row("state", state);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", "unfinished run");
    json.put("folder", run.path().toString());
    json.put("state", alive ? "running" : "stopped");
    for (Assignment setting : run.readSettings()) {
      if (SHOWN.contains(setting.key())) {
        facts.row(setting.key(), setting.text());
        json.put(setting.key(), setting.text());
      }
    }
    facts.row("epochs done", Integer.toString(epochs.size()));
    json.put("epochsDone", epochs.size());
    progress
        .flatMap(RunProgress::failure)
        .ifPresent(
            failure -> {
              facts.row("failed", failure);
              json.put("failure", failure);
            });
    if (!alive && run.hasCheckpoint()) {
      String resume = "atoll train --resume " + run.path();
      facts.row("to resume", resume);
      json.put("resume", resume);
    }
    return new Description(List.of(facts), json);
  }
}
