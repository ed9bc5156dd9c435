package dev.atoll.bench.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.command.option.PartitionOptions;
import dev.atoll.app.data.Datasets;
import dev.atoll.bench.partition.PartitionBenchmark;
import dev.atoll.bench.partition.PartitionScaling;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.generate.Profile;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.Partitioners;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares partitioners with METIS, and shows how they scale. */
@Command(
    name = "partition",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Partitions graphs into several numbers of parts with several seeds and gives the medians."
          + " Where gpmetis is on the PATH it cuts the same graphs with the same constraints, and"
          + " ratios are given: below 1 is better than METIS.",
      "--scaling cuts graphs of growing size instead: time and memory per edge should not grow."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll bench partition --data ogbn-arxiv --balance nodes",
      "  atoll bench partition --data cora,citeseer --parts 4,16 --effort quality",
      "  atoll bench partition --scaling 1,3,10 --like products"
    })
final class BenchPartitionCommand implements Callable<Integer> {
  private static final String HUBS = "rmat";

  @Option(
      names = "--data",
      paramLabel = "NAME|DIR",
      split = ",",
      defaultValue = "cora",
      description = "the datasets (cora)")
  private List<String> data;

  @Option(
      names = "--parts",
      paramLabel = "N,N,…",
      split = ",",
      defaultValue = "4,8,16,64",
      description = "numbers of parts (4,8,16,64); --scaling takes the first")
  private List<Integer> parts;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "3",
      description = "trials of each, of which the median counts (3)")
  private int seeds;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "3",
      description = "duration of the warm-up before the first trial (3)")
  private double warmUp;

  @Option(
      names = "--scaling",
      paramLabel = "X,X,…",
      split = ",",
      description = "sizes of synthetic graphs, in million edges")
  private List<Double> scaling = List.of();

  @Option(
      names = "--like",
      paramLabel = "NAME",
      defaultValue = HUBS,
      description =
          "--scaling: rmat (hubs), products, reddit, papers, arxiv, products-even, … (rmat)")
  private String like;

  @Mixin private PartitionOptions options;
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    Settings settings = options.settings(List.of());
    requireSensible();
    Partitioner partitioner = Partitioners.partitioner(settings);
    output.write(scaling.isEmpty() ? compare(settings, partitioner) : scale(settings, partitioner));
    return 0;
  }

  private void requireSensible() {
    if (parts.stream().anyMatch(k -> k < 1)
        || seeds < 1
        || scaling.stream().anyMatch(size -> !(size > 0))) {
      throw new SettingsException(
          "--parts %s, --seeds %d, --scaling %s: expected at least 1 part, 1 seed and a size above 0"
              .formatted(parts, seeds, scaling));
    }
    List<String> known =
        Stream.concat(Stream.of(HUBS), Profile.ALL.stream().map(Profile::name)).toList();
    if (!known.contains(like)) {
      throw new SettingsException("--like: " + Suggestion.unknown("kind of graph", like, known));
    }
  }

  private PartitionBenchmark.Result compare(Settings settings, Partitioner partitioner)
      throws IOException {
    var benchmark = new PartitionBenchmark(partitioner, seeds, warmUp);
    for (String name : data) {
      try (Dataset dataset = Datasets.open(name)) {
        benchmark.measure(
            dataset, parts, k -> Partitioners.goal(settings, dataset, k), output.screen());
      }
    }
    benchmark.show(output.screen());
    return benchmark.result(Composition.threads(settings));
  }

  private PartitionScaling.Result scale(Settings settings, Partitioner partitioner)
      throws IOException {
    var curve = new PartitionScaling(partitioner, like, Composition.threads(settings), warmUp);
    try (Progress progress = output.screen().progress("cutting", "graphs", scaling.size())) {
      for (int i = 0; i < scaling.size(); i++) {
        curve.measure(
            scaling.get(i), dataset -> Partitioners.goal(settings, dataset, parts.getFirst()));
        progress.update(i + 1L);
      }
    }
    curve.show(output.screen());
    return curve.result(parts.getFirst());
  }
}
