package dev.atoll.app.command.bench;

import dev.atoll.app.bench.PipelineBenchmark;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.data.Datasets;
import dev.atoll.app.data.KnownGraphs;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Parallel;
import dev.atoll.recipe.Recipe;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains mini-batches under several schedules. */
@Command(
    name = "pipeline",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trains a recipe of mini-batches under several schedules: seeds per second, cores in use, and"
          + " the seconds of an epoch in which batches are sampled, fetched, computed and waited"
          + " for."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll bench pipeline",
      "  atoll bench pipeline --schedules sequential,prefetch:4,two-level --workers 2",
      "  atoll bench pipeline --recipe distdgl --like products --scale 0.2 --set model.layers=3"
    })
final class BenchPipelineCommand implements Callable<Integer> {
  @Option(
      names = "--recipe",
      paramLabel = "NAME",
      defaultValue = "fastsample",
      description = "a recipe of mini-batches (fastsample)")
  private String name;

  @Option(
      names = "--schedules",
      paramLabel = "NAME[:DEPTH],…",
      split = ",",
      defaultValue = "sequential,prefetch,prefetch:2,prefetch:8,two-level",
      description = "schedules (sequential,prefetch,prefetch:2,prefetch:8,two-level)")
  private List<String> schedules;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "1",
      description = "number of workers (1)")
  private int workers;

  @Option(names = "--data", paramLabel = "NAME|DIR", description = "a dataset, instead of --like")
  private String data;

  @Option(
      names = "--like",
      paramLabel = "NAME",
      defaultValue = "products",
      description = "a synthetic graph: products, reddit, arxiv, anchor-small, … (products)")
  private String like;

  @Option(
      names = "--scale",
      paramLabel = "X",
      defaultValue = "0.02",
      description = "--like: factor on the nodes and edges of the original, except anchors (0.02)")
  private double scale;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      defaultValue = "5",
      description = "epochs of each run (5)")
  private int epochs;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of all runs; may be given several times")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads of all workers together (all cores)")
  private int threads = Parallel.allCores();

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    try (Dataset dataset = graph()) {
      var benchmark = new PipelineBenchmark(workers, Math.max(1, threads / workers));
      benchmark.measure(dataset, recipe(name), schedules, output.screen());
      benchmark.show(output.screen());
      output.write(benchmark.json());
    }
    return 0;
  }

  private Recipe recipe(String name) {
    Recipe recipe = Recipe.named(name).with("epochs", epochs).with("evaluate.every", epochs);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      recipe = recipe.with(setting.getKey(), setting.getValue());
    }
    return recipe;
  }

  private Dataset graph() throws IOException {
    return data != null ? Datasets.open(data) : KnownGraphs.like(like, scale, 1).inMemory(threads);
  }
}
