package dev.atoll.bench.command;

import dev.atoll.app.screen.Screen;
import dev.atoll.bench.SamplingComparison;
import dev.atoll.bench.StepLoads;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.sample.SamplingBackend;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import picocli.CommandLine.Option;

/** The options of {@code atoll bench sample}. */
final class SampleBench {
  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "1024",
      description = "sample, load: seeds per batch (1024)")
  private int batch;

  @Option(
      names = "--fanouts",
      paramLabel = "N,N,...",
      split = ",",
      defaultValue = "15,10,5",
      description = "sample, load: neighbours per layer, output layer first; -1 for all (15,10,5)")
  private List<Integer> fanouts;

  SamplingComparison run(
      Dataset dataset, int threads, int repeats, Optional<SamplingBackend> device, Screen screen) {
    return SamplingComparison.run(
        dataset.graph(),
        checkedSeeds(dataset),
        batch,
        checkedFanouts(),
        threads,
        repeats,
        device,
        screen);
  }

  /** The work of the workers of a cut. */
  StepLoads load(Dataset dataset, Partitioning cut, long seed) {
    return new StepLoads(
        dataset.graph(), cut, checkedSeeds(dataset), batch, checkedFanouts(), seed);
  }

  private long[] checkedSeeds(Dataset dataset) {
    long[] seeds = seeds(dataset);
    if (batch < 1 || seeds.length == 0) {
      throw new SettingsException(
          "--batch %d of %d training nodes: expected at least 1 of each"
              .formatted(batch, seeds.length));
    }
    return seeds;
  }

  private Fanouts checkedFanouts() {
    try {
      return new Fanouts(fanouts);
    } catch (IllegalArgumentException e) {
      throw new SettingsException("--fanouts: " + e.getMessage());
    }
  }

  /** The seeds: training nodes, or all nodes if the dataset has no split. */
  private static long[] seeds(Dataset dataset) {
    Split split = dataset.splits().get("split");
    return split == null
        ? LongStream.range(0, dataset.graph().nodeCount()).toArray()
        : split.nodes(Split.TRAIN);
  }
}
