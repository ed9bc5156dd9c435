package dev.atoll.bench.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.command.option.PartitionOptions;
import dev.atoll.bench.StepLoads;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.recipe.compose.Partitioners;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Counts the work of the workers of a cut, step by step. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Cuts a graph, draws all mini-batches of an epoch, and counts the edges and rows that a"
          + " worker samples and reads in a step: in the mean over workers, and of the busiest,"
          + " which the others wait for."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll bench load --data cora --parts 4 --batch 16 --fanouts 10,5",
      "  atoll bench load --data ogbn-arxiv --parts 4 --batch 512 --balance nodes"
    })
final class BenchLoadCommand implements Callable<Integer> {
  @Mixin private BenchGraph graph;

  @Option(
      names = "--parts",
      paramLabel = "N",
      defaultValue = "4",
      description = "parts of the graph, each with a worker (4)")
  private int parts;

  @Mixin private SampleBench batches;
  @Mixin private PartitionOptions options;
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    if (parts < 1) {
      throw new SettingsException("--parts=%d: expected at least 1 part".formatted(parts));
    }
    Settings settings = options.settings(List.of());
    try (Dataset dataset = graph.open(1, Parallel.allCores())) {
      var cut =
          Partitioners.partitioner(settings)
              .partition(dataset.graph(), Partitioners.goal(settings, dataset, parts));
      StepLoads loads = batches.load(dataset, cut, settings.get(Keys.SEED));
      StepLoads.Result result = loads.measure();
      StepLoads.show(result, output.screen());
      output.write(result);
    }
    return 0;
  }
}
