package dev.atoll.app.command;

import dev.atoll.app.run.RunFolder;
import dev.atoll.app.settings.Assignment;
import dev.atoll.app.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name a finished run and what it is applied to. */
final class RunOptions {
  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = "a run folder (the one finished last under runs/)")
  private Path run;

  private final List<Assignment> changes = new ArrayList<>();

  @Option(
      names = "--data",
      paramLabel = "NAME|DIR",
      description = "another dataset with the same features and classes (the one trained on)")
  void data(String value) {
    changes.add(new Assignment("data", value, "--data"));
  }

  @Option(
      names = "--split",
      paramLabel = "NAME",
      description = "another split of the dataset (the one trained with)")
  void split(String value) {
    changes.add(new Assignment("split", value, "--split"));
  }

  /** Loads the run's dataset and weights. */
  TrainedRun open() throws IOException {
    RunFolder folder = run == null ? RunFolder.latest() : RunFolder.finished(run);
    List<Assignment> said = new ArrayList<>(folder.readSettings());
    said.addAll(changes);
    return TrainedRun.open(folder, Settings.of(said));
  }
}
