package dev.atoll.bench.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.bench.cluster.ClusterBenchmark;
import dev.atoll.bench.cluster.ClusterBenchmark.Plan;
import dev.atoll.bench.cluster.ClusterBenchmark.Trial;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the cost of workers on a Spark cluster. */
@Command(
    name = "spark",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts a Spark cluster of one master and two workers on this machine and measures there:"
          + " the start and the epochs of a run beside workers that are processes, tables with text"
          + " ids that become shards, and a run that loses an executor."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll bench spark",
      "  atoll bench spark --only start",
      "  atoll bench spark --only tables --edges 5,50 --memory 1g"
    })
final class BenchSparkCommand implements Callable<Integer> {
  private static final double MILLION = 1e6;

  @Option(
      names = "--only",
      paramLabel = "WHAT,…",
      split = ",",
      description = "only these: start, tables, killed (all)")
  private List<Trial> only = List.of(Trial.values());

  @Option(
      names = "--edges",
      paramLabel = "X,…",
      split = ",",
      defaultValue = "1",
      description = "tables: millions of edges, several sizes (1)")
  private List<Double> edges;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "1g",
      description = "the heap of an executor (1g)")
  private String memory;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      defaultValue = "12",
      description = "start, killed: epochs of a run (12)")
  private int epochs;

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      description = "folder for temporary tables and runs (the system's temporary folder)")
  private Path scratch = Path.of(System.getProperty("java.io.tmpdir"));

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    List<Long> sizes = edges.stream().map(size -> Math.round(size * MILLION)).toList();
    if (sizes.stream().anyMatch(size -> size < 1)) {
      throw new SettingsException("--edges " + edges + ": expected millions of edges above 0");
    }
    if (epochs < 2) {
      throw new SettingsException("--epochs " + epochs + ": expected at least 2");
    }
    Path folder = Files.createTempDirectory(scratch.toAbsolutePath(), "atoll-bench-spark");
    try {
      var plan = new Plan(EnumSet.copyOf(only), sizes, memory, epochs, folder);
      var report = new ClusterBenchmarkReport(output.screen(), memory);
      ClusterBenchmark.run(plan, report::add);
      output.write(report.result());
    } finally {
      delete(folder);
    }
    return 0;
  }

  private static void delete(Path folder) throws IOException {
    List<Path> inside;
    try (Stream<Path> all = Files.walk(folder)) {
      inside = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : inside) {
      Files.deleteIfExists(file);
    }
  }
}
