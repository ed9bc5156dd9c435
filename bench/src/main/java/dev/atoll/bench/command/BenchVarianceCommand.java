package dev.atoll.bench.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.data.Datasets;
import dev.atoll.app.data.KnownGraphs;
import dev.atoll.bench.VarianceBenchmark;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the variances of sampled means. */
@Command(
    name = "variance",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the variance of a mean over sampled neighbours, for the nodes of every part:"
          + " BNS-GCN draws a share of the boundary nodes, alike or by importance; LADIES, FastGCN"
          + " and GraphSAGE draw the same share of all neighbours (Table 2 of BNS-GCN)."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll bench variance --data cora --parts 4",
      "  atoll bench variance --like reddit-even --scale 0.005 --parts 8 --rate 0.1"
    })
final class BenchVarianceCommand implements Callable<Integer> {
  @Option(names = "--data", paramLabel = "NAME|DIR", description = "a dataset, instead of --like")
  private String data;

  @Option(
      names = "--like",
      paramLabel = "NAME",
      defaultValue = "reddit-even",
      description = "a synthetic graph: products, reddit, arxiv, … (reddit-even)")
  private String like;

  @Option(
      names = "--scale",
      paramLabel = "X",
      defaultValue = "0.005",
      description = "--like: factor on the nodes of the original (0.005)")
  private double scale;

  @Option(
      names = "--parts",
      paramLabel = "N",
      defaultValue = "4",
      description = "parts of the graph (4)")
  private int parts;

  @Option(
      names = "--rate",
      paramLabel = "P",
      defaultValue = "0.1",
      description = "share of boundary nodes (0.1)")
  private double rate;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "20",
      description = "draws of every sampler (20)")
  private int draws;

  @Option(names = "--random-parts", description = "random parts, instead of a multilevel cut")
  private boolean random;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    check(parts > 0, "--parts", parts, "at least 1 part");
    check(rate > 0 && rate <= 1, "--rate", rate, "a share above 0, at most 1");
    check(draws > 0, "--draws", draws, "at least 1 draw");
    int threads = Parallel.allCores();
    try (Dataset dataset =
        data != null ? Datasets.open(data) : KnownGraphs.like(like, scale, 1).inMemory(threads)) {
      Partitioner partitioner =
          Policies.named(Partitioner.class, random ? "random" : "multilevel")
              .make(Values.defaults());
      var cut = partitioner.partition(dataset.graph(), PartitionGoal.of(parts).onThreads(threads));
      var benchmark = new VarianceBenchmark(dataset.name(), dataset.graph(), cut, rate, draws);
      benchmark.measure();
      benchmark.show(output.screen());
      output.write(benchmark.result());
    }
    return 0;
  }

  private static void check(boolean fits, String option, Object found, String expected) {
    if (!fits) {
      throw new SettingsException("%s=%s: expected %s".formatted(option, found, expected));
    }
  }
}
