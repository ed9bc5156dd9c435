package dev.atoll.recipe.engine;

import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunWriter;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run, finished or interrupted, that is trained to another number of epochs; its weights equal
 * those of a run with that number from the start.
 *
 * @param settings of the run with the new end
 * @param epochsDone epochs of a finished run's result, otherwise of the checkpoint
 */
public record LongerRun(RunFolder folder, Settings settings, int epochsDone) {
  private static final List<String> ENDS = List.of(Keys.EPOCHS.name(), Keys.EARLY_STOP.name());

  /**
   * Checks that the run can be extended; changes nothing yet.
   *
   * @param changes the number of epochs and, optionally, {@code earlyStop}; without it the run does
   *     not end early, because epochs are given
   * @throws SettingsException if the run has done that many epochs already, or if its plan depends
   *     on the number of epochs
   */
  public static LongerRun of(Path run, List<Assignment> changes) throws IOException {
    for (Assignment change : changes) {
      if (!ENDS.contains(change.key())) {
        throw new SettingsException(
            "%s: --resume takes all settings from the run but epochs and earlyStop; leave out %s, or begin another run with --config %s"
                .formatted(change.place(), change.key(), run.resolve("config.yaml")));
      }
    }
    RunFolder folder = RunFolder.begun(run);
    List<Assignment> all = new ArrayList<>(folder.readSettings());
    all.add(new Assignment(Keys.EARLY_STOP.name(), "0", "--resume"));
    all.addAll(changes);
    Settings settings = Settings.of(all);
    requireSameBeginning(folder, settings);
    requireCheckpoint(folder);
    int saved = RunSeal.checkpoints(folder, settings).epochsDone();
    int done = folder.isFinished() ? folder.readResult().epochs() : saved;
    if (settings.integer(Keys.EPOCHS) <= done) {
      throw new SettingsException(
          "epochs=%d: %s has %d epochs behind it; expected --epochs above that"
              .formatted(settings.integer(Keys.EPOCHS), run, done));
    }
    return new LongerRun(folder, settings, done);
  }

  private static void requireSameBeginning(RunFolder folder, Settings settings) {
    Optional<String> use = Composition.plan(settings).lengthUse();
    if (use.isPresent()) {
      throw new SettingsException(
          "%s cannot be trained longer: %s, so its beginning would have been another; %s"
              .formatted(folder.path(), use.get(), otherWays(folder, settings)));
    }
  }

  private static void requireCheckpoint(RunFolder folder) throws IOException {
    if (!folder.hasCheckpoint()) {
      throw new IllegalArgumentException(
          "%s: no checkpoint.safetensors there (checkpoint.keep=false, or the last epoch was not an evaluation epoch); %s"
              .formatted(folder.path(), otherWays(folder, Settings.of(folder.readSettings()))));
    }
  }

  private static String otherWays(RunFolder folder, Settings settings) {
    return "begin a run of %d epochs with --config %s, or from its weights with --warm-start %s"
        .formatted(
            settings.integer(Keys.EPOCHS), folder.path().resolve("config.yaml"), folder.path());
  }

  /** Makes the run an unfinished one that resumes to its new end. */
  public RunWriter open() throws IOException {
    return RunWriter.lengthen(folder, settings);
  }
}
