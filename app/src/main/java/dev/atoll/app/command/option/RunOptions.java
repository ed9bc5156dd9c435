package dev.atoll.app.command.option;

import dev.atoll.app.predict.TrainedRun;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name a finished run and what it is applied to. */
public final class RunOptions {
  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = "a run folder (the one finished last under runs/)")
  private Path run;

  @Option(
      names = "--data",
      paramLabel = "NAME|DIR",
      description = "another dataset with the same features and classes (the one trained on)")
  private String data;

  @Option(
      names = "--split",
      paramLabel = "NAME",
      description = "another split of the dataset (the one trained with)")
  private String split;

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "device: cpu or cuda (the one of the run)")
  private String device;

  /** Loads the run's dataset and weights. */
  public TrainedRun open() throws IOException {
    RunFolder folder = run == null ? RunFolder.latest() : RunFolder.finished(run);
    List<Assignment> assignments = new ArrayList<>(folder.readSettings());
    if (data != null) {
      assignments.add(new Assignment(Keys.DATA.name(), data, "--data"));
    }
    if (split != null) {
      assignments.add(new Assignment(Keys.SPLIT.name(), split, "--split"));
    }
    if (device != null) {
      assignments.add(new Assignment(Keys.DEVICE.name(), device, "--device"));
    }
    return TrainedRun.open(folder, Settings.of(assignments));
  }
}
