package dev.atoll.bench.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.bench.ScaleBenchmark;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains recipes on growing numbers of workers. */
@Command(
    name = "scale",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trains recipes on growing numbers of workers that share the threads of this machine:"
          + " seconds, CPU seconds, cores in use and bytes of an epoch, and the ratios to the first"
          + " number."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll bench scale --recipes vanilla,fastsample --workers 1,2,4",
      "  atoll bench scale --recipes vanilla --like products --scale 0.2 --set model.layers=3",
      "  atoll bench scale --recipes distdgl --weak --plot scale.html",
      "  atoll bench scale --networks 0.1,1,10 --threads-each 1"
    })
final class BenchScaleCommand implements Callable<Integer> {
  @Option(
      names = "--recipes",
      paramLabel = "NAME,…",
      split = ",",
      defaultValue = "vanilla,fastsample,distdgl",
      description = "recipes (vanilla,fastsample,distdgl); on one worker the full graph is single")
  private List<String> recipes;

  @Option(
      names = "--workers",
      paramLabel = "N,…",
      split = ",",
      defaultValue = "1,2,4",
      description = "numbers of workers (1,2,4)")
  private List<Integer> workers;

  @Option(
      names = "--weak",
      description = "--like: the graph grows with the workers (the same for all numbers)")
  private boolean weak;

  @Option(names = "--plot", paramLabel = "FILE", description = "write charts as an HTML page")
  private Path plot;

  @Mixin private BenchGraph graph;
  @Mixin private BenchRuns runs;

  @Option(
      names = "--threads-each",
      paramLabel = "N",
      description = "threads of each worker, as if it were a machine of its own (--threads shared)")
  private int threadsEach;

  @Option(
      names = "--networks",
      paramLabel = "GBPS,…",
      split = ",",
      description =
          "emulated networks in Gbit/s: from which one on each recipe is faster than one worker")
  private List<Double> networks = List.of();

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    if (weak && graph.isDataset()) {
      throw new SettingsException("--weak and --data: expected --like, whose graphs can grow");
    }
    Map<String, Recipe> named = new LinkedHashMap<>();
    recipes.forEach(name -> named.put(name, runs.recipe(name)));
    var benchmark =
        new ScaleBenchmark(
            threadsEach > 0
                ? new ScaleBenchmark.Threads(threadsEach, true)
                : new ScaleBenchmark.Threads(runs.threads(), false),
            networks);
    benchmark.measure(
        named, workers, count -> graph.open(weak ? count : 1, runs.threads()), output.screen());
    benchmark.show(output.screen());
    output.write(benchmark.result());
    if (plot != null) {
      Files.writeString(plot, benchmark.page());
    }
    return 0;
  }
}
