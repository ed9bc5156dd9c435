package dev.atoll.app.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.command.option.RecipeFolder;
import dev.atoll.app.data.Datasets;
import dev.atoll.app.describe.DatasetDescription;
import dev.atoll.app.describe.Description;
import dev.atoll.app.describe.KnownNames;
import dev.atoll.app.describe.RunDescription;
import dev.atoll.app.describe.ShardsDescription;
import dev.atoll.app.describe.UnfinishedRun;
import dev.atoll.app.describe.WeightsDescription;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.dataset.PackedFolder;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.recipe.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Describes a dataset, run, shards or weights. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Describes a dataset, a run, a folder of shards or a file of weights; without an argument,"
            + " lists known names.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll info                            known datasets, recipes and presets",
      "  atoll info --data cora                a dataset",
      "  atoll info runs/cora-gcn-20260131-120000",
      "  atoll info shards                     what 'atoll partition --out shards' wrote",
      "  atoll info --settings                 every key that --set and --config take",
      "  atoll info --formats                  what 'atoll import' reads"
    })
final class InfoCommand implements Callable<Integer> {
  @ArgGroup private Subject subject = new Subject();
  @Mixin private RecipeFolder recipes;
  @Mixin private Output output;

  /** Options that exclude each other. */
  private static final class Subject {
    @Option(names = "--data", paramLabel = "NAME|DIR", description = "a dataset")
    private String data;

    @Option(names = "--settings", description = "all settings, their values and defaults")
    private boolean settings;

    @Option(names = "--formats", description = "all formats that 'atoll import' reads")
    private boolean formats;

    @Parameters(
        paramLabel = "PATH",
        description = "a folder of a dataset, a run or shards, or a weights file")
    private Path path;
  }

  @Override
  public Integer call() throws IOException {
    Description description = description();
    description.show(output.screen());
    output.write(description.json());
    return 0;
  }

  private Description description() throws IOException {
    if (subject.data != null) {
      return DatasetDescription.of(Datasets.locate(subject.data));
    }
    if (subject.settings) {
      return KnownNames.settings();
    }
    if (subject.formats) {
      return KnownNames.formats();
    }
    if (subject.path == null) {
      return KnownNames.overview(recipes.catalog());
    }
    if (Files.isRegularFile(subject.path)) {
      return WeightsDescription.of(subject.path);
    }
    if (ShardFolder.isAt(subject.path)) {
      return ShardsDescription.of(subject.path);
    }
    RunFolder run = new RunFolder(subject.path);
    if (run.isFinished()) {
      return RunDescription.of(RunFolder.finished(subject.path));
    }
    if (run.isRun()) {
      return UnfinishedRun.of(run);
    }
    if (Files.isDirectory(subject.path)
        && !DatasetFolder.isDataset(subject.path)
        && !PackedFolder.isPacked(subject.path)) {
      throw BadDataException.at(
          subject.path,
          "neither a dataset (dataset.json, or meta.json with edges.npy.gz), nor shards"
              + " (shards.json), nor a run (config.yaml)");
    }
    return DatasetDescription.of(Datasets.locate(subject.path.toString()));
  }
}
