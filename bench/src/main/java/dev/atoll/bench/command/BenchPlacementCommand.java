package dev.atoll.bench.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.bench.placement.LoadBenchmark;
import dev.atoll.bench.placement.PlacementBenchmark;
import dev.atoll.cuda.CudaOptions;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.placement.TierCosts;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares placements of feature rows by the rows read from each memory tier. */
@Command(
    name = "placement",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Counts the rows that devices read from their own buffers, from those of their group and from"
          + " the host in an epoch of sampled batches, under Atoll's placement, the published one"
          + " and the usual ones, whose parts keep their most read rows. Ratios above 1: that many"
          + " times Atoll's host reads, cost, and cost of the busiest device.",
      "With --device cuda one GPU loads those rows: seconds by its clock, with the rows of each"
          + " placement in its memory and the others in the host's."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll bench placement",
      "  atoll bench placement --like reddit --scale 0.02 --devices 2+2 --rows 0.1n",
      "  atoll bench placement --data ogbn-arxiv --peer-cost 0.1",
      "  atoll bench placement --scale 0.005 --layer-size 2048 --fanouts 5,5,5",
      "  atoll bench placement --scale 0.1 --rows 0.1n,0.2n --batch 512 --device cuda"
    })
final class BenchPlacementCommand implements Callable<Integer> {
  private static final String CPU = "cpu";
  private static final String CUDA = "cuda";

  @Mixin private BenchGraph graph;

  @Option(
      names = "--devices",
      paramLabel = "GROUPS,…",
      split = ",",
      defaultValue = "2,4,2+2,2*4",
      description = "groups of connected devices (2,4,2+2,2*4)")
  private List<String> devices;

  @Option(
      names = "--rows",
      paramLabel = "N,…",
      split = ",",
      defaultValue = "0.1n,0.2n,0.25n",
      description = "rows that a device keeps: a number or a share of the nodes (0.1n,0.2n,0.25n)")
  private List<String> rows;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "128",
      description = "seeds per device and step (128)")
  private int batch;

  @Option(
      names = "--fanouts",
      paramLabel = "N,N,…",
      split = ",",
      defaultValue = "10,5",
      description = "neighbours per layer, output layer first; -1 for all (10,5)")
  private List<Integer> fanouts;

  @Option(
      names = "--peer-cost",
      paramLabel = "X",
      defaultValue = "0.2",
      description = "cost of a peer's row, relative to a row of the host (0.2)")
  private double peerCost;

  @Option(
      names = "--alpha",
      paramLabel = "X",
      defaultValue = "0.2",
      description = {
        "α of the published placement where devices form several groups (0.2); 0 in one group"
      })
  private double alpha;

  @Option(
      names = "--layer-size",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "nodes of a layer, drawn for all its targets together as LADIES does, instead of neighbours"
            + " of each (0 = neighbours)"
      })
  private int layerSize;

  @Option(
      names = "--first-rows",
      description = "also parts that keep their first rows, not those that are read most")
  private boolean firstRows;

  @Option(
      names = "--device",
      paramLabel = "NAME",
      defaultValue = CPU,
      description = {
        "cuda: times one GPU that loads rows, instead of counting those of logical devices (cpu)"
      })
  private String device;

  @Option(
      names = "--favour",
      paramLabel = "X",
      defaultValue = "1",
      description = {
        "--device cuda: also times batches in which near nodes are X times as likely (1 = none)"
      })
  private double favour;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "16",
      description = "--device cuda: batches that are loaded, an epoch's at most (16)")
  private int steps;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "10",
      description = "--device cuda: how often they are loaded for each placement, in turn (10)")
  private int repeats;

  @Option(names = "--threads", paramLabel = "N", description = "threads (all cores)")
  private int threads = Parallel.allCores();

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    if (device.equals(CUDA)) {
      time();
      return 0;
    }
    if (!device.equals(CPU)) {
      throw new SettingsException("--device " + device + ": expected cpu or cuda");
    }
    try (Dataset dataset = graph.open(1, threads)) {
      PlacementBenchmark benchmark = benchmark(dataset);
      benchmark.show(output.screen());
      output.write(benchmark.result());
    }
    return 0;
  }

  private void time() throws IOException {
    if (repeats < 1 || steps < 1) {
      throw new SettingsException(
          "--repeats %d, --steps %d: expected at least 1".formatted(repeats, steps));
    }
    try (var gpu = Composition.gpu(CudaOptions.of(threads));
        Dataset dataset = graph.open(1, threads)) {
      var benchmark =
          new LoadBenchmark(
              dataset, new Fanouts(fanouts), layerSize, batch, favour, steps, repeats, threads);
      benchmark.measure(gpu, rows, output.screen());
      benchmark.show(output.screen());
      output.write(benchmark.result());
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }

  private PlacementBenchmark benchmark(Dataset dataset) {
    try {
      var benchmark =
          new PlacementBenchmark(
              dataset,
              new Fanouts(fanouts),
              layerSize,
              batch,
              new TierCosts(0, peerCost, 1),
              alpha,
              firstRows,
              threads);
      benchmark.measure(devices, rows, output.screen());
      return benchmark;
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }
}
