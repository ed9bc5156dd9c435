package dev.atoll.app.command;

import dev.atoll.app.command.option.FreeSettings;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.command.option.PartitionOptions;
import dev.atoll.app.data.Datasets;
import dev.atoll.app.describe.Description;
import dev.atoll.app.memory.MemoryForecast;
import dev.atoll.app.memory.PeakMemory;
import dev.atoll.app.partition.Cut;
import dev.atoll.app.partition.CutDescription;
import dev.atoll.app.partition.QuotientPicture;
import dev.atoll.app.screen.Screen;
import dev.atoll.files.AtomicFile;
import dev.atoll.formats.PendingFolder;
import dev.atoll.formats.shard.AssignmentFile;
import dev.atoll.formats.shard.ShardWriter;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.UndirectedGraph;
import dev.atoll.graph.sample.locality.SampledReads.Sampling;
import dev.atoll.recipe.compose.Partitioners;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Partitions a dataset, reports the quality of the parts and writes them as shards. */
@Command(
    name = "partition",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Partitions a dataset into parts that hold equal shares of nodes, edges, training, validation"
          + " and test nodes, with few edges between them; reports the quality of the parts and the"
          + " expected traffic of training. --out writes a shard for every part.",
      "The same seed gives the same parts, on any number of threads."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll partition                                      Cora into 4 parts",
      "  atoll partition --data ogbn-arxiv --parts 8 --out shards",
      "  atoll partition --parts 8 --balance nodes,train:0.01 --objective volume",
      "  atoll partition --parts 8 --dry-run                  how much memory it would need",
      "  atoll partition --from graph.part.8 --out shards     a partition by METIS, KaMinPar or"
          + " DGL",
      "  atoll partition --parts 16 --svg parts.svg           a picture"
    })
final class PartitionCommand implements Callable<Integer> {
  private static final int DEFAULT_PARTS = 4;
  private static final int MOST_PARTS = 4096;

  @Option(names = "--data", paramLabel = "NAME|DIR", description = "the dataset (cora)")
  private String data;

  @Option(names = "--parts", paramLabel = "N", description = "number of parts (4)")
  private Integer parts;

  @Mixin private PartitionOptions options;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "parts from a file with one part per line, as METIS, KaMinPar and DGL write it")
  private Path from;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder for the shards; must not exist yet")
  private Path out;

  @Option(
      names = "--topology",
      paramLabel = "NAME",
      description =
          "shards with edges of their own nodes (partitioned) or all (replicated); partitioned")
  private String topology;

  @Option(
      names = "--features",
      description =
          "store features, labels and splits in the shards, so that workers need no dataset")
  private boolean features;

  @Option(
      names = "--assignment",
      paramLabel = "FILE",
      description = "write the part of every node to this file, one per line")
  private Path assignment;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "draw the parts and the edges between them")
  private Path svg;

  @Option(
      names = "--fanouts",
      paramLabel = "N,N,…",
      split = ",",
      defaultValue = "15,10,5",
      description = "neighbours per hop, for the expected traffic (15,10,5)")
  private List<Integer> fanouts;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "1024",
      description = "seeds per worker and step, for the expected traffic (1024)")
  private int batch;

  @Option(names = "--dry-run", description = "only estimate the memory that it would need")
  private boolean dryRun;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    Settings settings = settings();
    Sampling sampling = sampling();
    if (out != null) {
      PendingFolder.requireFree(out);
    }
    try (Dataset dataset = Datasets.open(settings.get(Keys.DATA))) {
      requireSensible(dataset);
      if (dryRun) {
        foresee(settings, dataset);
      } else {
        conclude(
            from == null ? search(settings, dataset, sampling) : read(settings, dataset, sampling));
      }
    }
    return 0;
  }

  private Settings settings() throws IOException {
    List<Assignment> assignments = new ArrayList<>();
    FreeSettings.add(assignments, "--data", Keys.DATA, data);
    FreeSettings.add(assignments, "--topology", Keys.TOPOLOGY, topology);
    return options.settings(assignments);
  }

  private Sampling sampling() {
    try {
      return new Sampling(batch, fanouts);
    } catch (IllegalArgumentException e) {
      throw new SettingsException("--batch, --fanouts: " + e.getMessage());
    }
  }

  private void requireSensible(Dataset dataset) {
    long nodes = dataset.graph().nodeCount();
    if (parts != null && (parts < 1 || parts > Math.min(nodes, MOST_PARTS))) {
      throw new SettingsException(
          "--parts cannot be %d: allowed is a whole number from 1 to %d; %s has %s nodes"
              .formatted(parts, Math.min(nodes, MOST_PARTS), dataset.name(), Units.count(nodes)));
    }
  }

  private PartitionGoal goal(Settings settings, Dataset dataset) {
    int most = Math.min(DEFAULT_PARTS, Math.max(1, dataset.graph().nodeCount()));
    return Partitioners.goal(settings, dataset, Objects.requireNonNullElse(parts, most));
  }

  /** The output of {@code --dry-run --json}. */
  private record Forecast(
      String dataset,
      String partitioner,
      int parts,
      long bytes,
      long heapBytes,
      long available,
      long heapLimit,
      boolean fits) {}

  private void foresee(Settings settings, Dataset dataset) throws IOException {
    PartitionGoal goal = goal(settings, dataset);
    MemoryForecast forecast = forecast(settings, dataset, goal);
    output.screen().line(forecast.describe());
    output.screen().line(forecast.fits() ? "it fits" : "it does not fit");
    output.write(
        new Forecast(
            dataset.name(),
            settings.get(Keys.PARTITIONER.key()),
            goal.parts(),
            forecast.bytes(),
            forecast.heapBytes(),
            forecast.available(),
            forecast.heapLimit(),
            forecast.fits()));
  }

  private static MemoryForecast forecast(Settings settings, Dataset dataset, PartitionGoal goal) {
    return MemoryForecast.of(Partitioners.partitioner(settings), dataset.graph(), goal);
  }

  /** Lets a partitioner find the parts. */
  private Cut search(Settings settings, Dataset dataset, Sampling sampling) throws IOException {
    PartitionGoal goal = goal(settings, dataset);
    Partitioner partitioner = Partitioners.partitioner(settings);
    MemoryForecast forecast = forecast(settings, dataset, goal);
    introduce(dataset, "%d parts by %s".formatted(goal.parts(), partitioner.name()));
    output.screen().remark(forecast.describe());
    forecast.require();
    PeakMemory.Measured<Found> found;
    try (Progress progress = output.screen().progress("cutting", "graph", 1)) {
      found =
          PeakMemory.of(
              () -> Found.by(partitioner, dataset.graph(), goal),
              (seconds, bytes) ->
                  progress.update(0, Units.seconds(seconds) + ", " + Units.bytes(bytes)));
      progress.update(1);
    }
    try (var graph = found.result().graph()) {
      return Cut.of(
          partitioner.name(),
          dataset,
          graph.graph(),
          settings,
          goal,
          found.with(found.result().parts()),
          sampling);
    }
  }

  /** Parts, and the graph without directions in which they were found: a report reads it again. */
  private record Found(UndirectedGraph graph, Partitioning parts) {
    static Found by(Partitioner partitioner, CsrGraph graph, PartitionGoal goal) {
      UndirectedGraph undirected = UndirectedGraph.of(graph, goal.threads());
      try {
        return new Found(undirected, partitioner.partition(undirected.graph(), goal));
      } catch (RuntimeException | Error e) {
        undirected.close();
        throw e;
      }
    }
  }

  /** Reads a partition from a file. */
  private Cut read(Settings settings, Dataset dataset, Sampling sampling) throws IOException {
    PeakMemory.Measured<Partitioning> found =
        PeakMemory.of(
            () ->
                AssignmentFile.read(
                    from, dataset.graph().nodeCount(), Objects.requireNonNullElse(parts, 0)),
            (_, _) -> {});
    int given = found.result().parts();
    if (given > MOST_PARTS) {
      throw BadDataException.at(
          from, "part %d; expected parts from 0 to %d".formatted(given - 1, MOST_PARTS - 1));
    }
    introduce(dataset, "%d parts from %s".formatted(given, from));
    PartitionGoal goal = Partitioners.goal(settings, dataset, given);
    return Cut.of("file", dataset, dataset.graph(), settings, goal, found, sampling);
  }

  private void introduce(Dataset dataset, String into) {
    output
        .screen()
        .remark(
            "%s: %s nodes, %s edges, into %s"
                .formatted(
                    dataset.name(),
                    Units.count(dataset.graph().nodeCount()),
                    Units.count(dataset.graph().edgeCount()),
                    into));
  }

  private void conclude(Cut cut) throws IOException {
    Screen screen = output.screen();
    Description description = CutDescription.of(cut, out);
    if (out != null) {
      writeShards(cut);
    }
    if (assignment != null) {
      AssignmentFile.write(assignment, cut.partitioning());
    }
    if (svg != null) {
      AtomicFile.write(svg, new QuotientPicture(cut.report()).svg());
    }
    description.show(screen);
    if (out != null) {
      screen.line("shards in " + out);
    }
    output.write(description.json());
  }

  private void writeShards(Cut cut) throws IOException {
    int threads = cut.goal().threads();
    try (Progress progress = output.screen().progress("writing", "shards", cut.parts())) {
      var writer =
          new ShardWriter(
              cut.settings().get(Keys.TOPOLOGY), threads, cut.origin(), progress::update);
      if (features) {
        writer.write(cut.dataset(), cut.partitioning(), out);
      } else {
        writer.write(cut.dataset().graph(), cut.partitioning(), out);
      }
    }
  }
}
