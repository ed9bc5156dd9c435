package dev.atoll.bench.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.bench.PipelineBenchmark;
import dev.atoll.graph.Dataset;
import java.io.IOException;
import java.util.List;
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

  @Mixin private BenchGraph graph;
  @Mixin private BenchRuns runs;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    try (Dataset dataset = graph.open(1, runs.threads())) {
      var benchmark = new PipelineBenchmark(workers, Math.max(1, runs.threads() / workers));
      benchmark.measure(dataset, runs.recipe(name), schedules, output.screen());
      benchmark.show(output.screen());
      output.write(benchmark.result());
    }
    return 0;
  }
}
