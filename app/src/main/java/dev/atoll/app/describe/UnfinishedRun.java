package dev.atoll.app.describe;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
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

/** Describes a run that is in progress or was stopped. */
public final class UnfinishedRun {
  private static final List<String> SHOWN =
      List.of("data", "model", "recipe", "seed", "workers", "epochs");

  private UnfinishedRun() {}

  /** The output of {@code info --json}. */
  @JsonInclude(Include.NON_NULL)
  private record Facts(
      String kind,
      String folder,
      String state,
      @JsonAnyGetter Map<String, String> settings,
      int epochsDone,
      String failure,
      String resume) {}

  public static Description of(RunFolder run) throws IOException {
    Optional<RunProgress> progress = run.readProgress();
    List<EpochLine> epochs = run.readMetrics();
    boolean alive = progress.map(RunProgress::isAlive).orElse(false);
    String state = alive ? "running" : run.hasCheckpoint() ? "stopped" : "stopped, no checkpoint";
    Table facts = Table.untitled().row("folder", run.path().toString()).row("state", state);
    Map<String, String> settings = new LinkedHashMap<>();
    for (Assignment setting : run.readSettings()) {
      if (SHOWN.contains(setting.key())) {
        facts.row(setting.key(), setting.text());
        settings.put(setting.key(), setting.text());
      }
    }
    facts.row("epochs done", Integer.toString(epochs.size()));
    Optional<String> failure = progress.flatMap(RunProgress::failure);
    failure.ifPresent(text -> facts.row("failed", text));
    String resume = !alive && run.hasCheckpoint() ? "atoll train --resume " + run.path() : null;
    if (resume != null) {
      facts.row("to resume", resume);
    }
    return new Description(
        List.of(facts),
        new Facts(
            "unfinished run",
            run.path().toString(),
            alive ? "running" : "stopped",
            settings,
            epochs.size(),
            failure.orElse(null),
            resume));
  }
}
