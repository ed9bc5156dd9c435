package dev.atoll.app.command.option;

import dev.atoll.app.predict.TrainedRun;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.BadDataException;
import dev.atoll.recipe.model.ModelFolder;
import dev.atoll.recipe.model.ModelInfo;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name a finished run and the dataset it is applied to. */
public final class RunOptions {
  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = "a run folder, or its folder model (the run finished last under runs/)")
  private Path run;

  @Option(
      names = "--data",
      paramLabel = "NAME|DIR",
      description =
          "another dataset; its columns are matched by name, and it needs no labels to predict"
              + " (the one trained on)")
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
    Path path = run == null ? RunFolder.latest().path() : run;
    Optional<ModelFolder> found = ModelFolder.find(path);
    if (found.isEmpty()) {
      RunFolder.finished(path);
      throw new BadDataException(
          "%s: missing; expected the model of this run, which versions before it did not write: train it again"
              .formatted(ModelFolder.in(path).infoFile()));
    }
    ModelInfo info = found.get().info();
    List<Assignment> assignments = new ArrayList<>();
    info.settings()
        .forEach((key, value) -> assignments.add(new Assignment(key, value, path.toString())));
    assignments.add(
        data == null
            ? new Assignment(Keys.DATA.name(), trainedOn(info, path), path.toString())
            : new Assignment(Keys.DATA.name(), data, "--data"));
    if (split != null) {
      assignments.add(new Assignment(Keys.SPLIT.name(), split, "--split"));
    }
    if (device != null) {
      assignments.add(new Assignment(Keys.DEVICE.name(), device, "--device"));
    }
    return TrainedRun.open(path, found.get(), info, Settings.of(assignments));
  }

  /** Opens the dataset of the run, from any current folder. */
  private static String trainedOn(ModelInfo info, Path run) throws IOException {
    String named = info.settings().getOrDefault(Keys.DATA.name(), info.source().data());
    if (Files.isDirectory(Path.of(info.source().data()))) {
      return info.source().data();
    }
    if (DatasetCatalog.standard().names().contains(named)) {
      return named;
    }
    throw new BadDataException(
        "%s was trained on %s, which is not there any more; name a dataset with --data"
            .formatted(run, info.source().data()));
  }
}
