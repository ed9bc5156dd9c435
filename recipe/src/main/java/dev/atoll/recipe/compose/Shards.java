package dev.atoll.recipe.compose;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.formats.shard.ShardWriter;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.worker.InducedGraph;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The shards of a run: given by the user, or partitioned for the run. */
public final class Shards {
  private static final String CUT_FOR_THE_RUN = "none";

  /** The number of nodes above which partitioning and opening shards take seconds. */
  private static final int LARGE_GRAPH = 1 << 18;

  private Shards() {}

  /**
   * Finds the shards, or partitions the dataset.
   *
   * @param folder for the shards of this run; a resumed run has them there already
   */
  public static Path prepare(Settings settings, Dataset dataset, Path folder, RunLog log)
      throws IOException {
    String given = settings.get(Keys.SHARDS);
    if (!given.equals(CUT_FOR_THE_RUN)) {
      return given(settings, dataset, Path.of(given));
    }
    if (Files.exists(folder)) {
      return checked(settings, folder); // the checkpoint knows the dataset
    }
    int parts = parts(settings);
    requireEnoughNodes(dataset, settings.integer(Keys.WORKERS));
    Partitioner partitioner = Partitioners.partitioner(settings);
    PartitionGoal goal = Partitioners.goal(settings, dataset, parts);
    long begun = System.nanoTime();
    if (takeLong(dataset)) {
      log.remark(
          "cutting %s nodes into %d parts by %s"
              .formatted(Units.count(dataset.graph().nodeCount()), parts, partitioner.name()));
    }
    try (Progress progress = log.progress("cutting", "graph", 1)) {
      Partitioning cut = cut(settings, dataset, partitioner, goal);
      var writer = new ShardWriter(settings.get(Keys.TOPOLOGY), goal.threads());
      if (withFeatures(settings)) {
        writer.write(dataset, cut, folder);
      } else {
        writer.write(dataset.graph(), cut, folder);
      }
      progress.update(1);
    }
    if (takeLong(dataset)) {
      System.gc(); // arrays of the cut would stay in memory beside those of training
    }
    log.remark(
        "cut into %d parts by %s in %s"
            .formatted(
                parts, partitioner.name(), Units.seconds((System.nanoTime() - begun) * 1e-9)));
    return folder;
  }

  /** Whether partitioning the graph and opening its shards take long enough to be announced. */
  public static boolean takeLong(Dataset dataset) {
    return dataset.graph().nodeCount() > LARGE_GRAPH;
  }

  /**
   * The parts of a run whose shards are not written: those of the given shards, or a new partition.
   *
   * @param threads to cut with
   */
  public static Partitioning partitioning(Settings settings, Dataset dataset, int threads)
      throws IOException {
    String given = settings.get(Keys.SHARDS);
    if (!given.equals(CUT_FOR_THE_RUN)) {
      ShardFolder shards = ShardFolder.open(given(settings, dataset, Path.of(given)));
      return shards.book().partitioning(shards.ordering());
    }
    requireEnoughNodes(dataset, settings.integer(Keys.WORKERS));
    PartitionGoal goal = Partitioners.goal(settings, dataset, parts(settings)).onThreads(threads);
    return cut(settings, dataset, Partitioners.partitioner(settings), goal);
  }

  private static Partitioning cut(
      Settings settings, Dataset dataset, Partitioner partitioner, PartitionGoal goal) {
    if (settings.get(Keys.PARTITION_GRAPH).equals("whole")) {
      return partitioner.partition(dataset.graph(), goal);
    }
    if (!settings.get(Keys.INDUCTIVE)) {
      throw new SettingsException(
          "partition.graph=training: expected inductive=true, where training sees no other edges");
    }
    Split split = dataset.split(settings.get(Keys.SPLIT));
    try (Arena passing = Arena.ofShared()) {
      CsrGraph seen =
          InducedGraph.of(dataset.graph(), InducedGraph.members(split.nodes(Split.TRAIN)), passing);
      return partitioner.partition(
          seen,
          goal.balancing(BalanceConstraint.role(split, Split.TRAIN), BalanceConstraint.nodes()));
    }
  }

  private static Path checked(Settings settings, Path folder) throws IOException {
    ShardFolder shards = ShardFolder.open(folder);
    int workers = settings.integer(Keys.WORKERS);
    int expected = parts(settings);
    int found = shards.book().parts();
    if (found != expected) {
      throw new SettingsException(
          "%s holds %d shards, but workers=%d%s: give --workers %d, or partition the dataset again with atoll partition --parts %d"
              .formatted(
                  folder,
                  found,
                  workers,
                  workers == expected ? "" : " with %d trainers each".formatted(workers / expected),
                  found * (workers / expected),
                  expected));
    }
    if (withFeatures(settings) && !shards.hasNodes()) {
      throw new SettingsException(
          "%s holds shards of edges alone, but shards.features=%s%s: cut the dataset again with atoll partition --features, or set shards.features=false, where every worker finds the dataset"
              .formatted(
                  folder,
                  settings.get(HostKeys.SHARDS_FEATURES),
                  Hosts.areGiven(settings) ? " with hosts" : ""));
    }
    if (shards.topology() != settings.get(Keys.TOPOLOGY)) {
      throw new SettingsException(
          "the shards in %s are %s, but topology=%s: cut the dataset again, or set topology=%s"
              .formatted(
                  folder,
                  Keys.TOPOLOGY.print(shards.topology()),
                  settings.text(Keys.TOPOLOGY),
                  Keys.TOPOLOGY.print(shards.topology())));
    }
    return folder;
  }

  /** Checks the shards that the user gives: they are of this dataset and fit the settings. */
  private static Path given(Settings settings, Dataset dataset, Path folder) throws IOException {
    ShardFolder shards = ShardFolder.open(checked(settings, folder));
    if (!shards.isOf(dataset.graph())) {
      throw new SettingsException(
          "the shards in %s are of another graph, of %d nodes and %d edges; dataset %s has %d and %d%s"
              .formatted(
                  folder,
                  shards.book().nodeCount(),
                  shards.edgeCount(),
                  dataset.name(),
                  dataset.graph().nodeCount(),
                  dataset.graph().edgeCount(),
                  Set.of("link", "edge").contains(settings.get(Keys.TASK))
                      ? " without the links to predict: leave shards out"
                      : ": cut this dataset, or leave shards out"));
    }
    return folder;
  }

  /** Whether a run has to partition its graph. */
  public static boolean areCut(Settings settings) {
    return Composition.needsShards(settings) && settings.get(Keys.SHARDS).equals(CUT_FOR_THE_RUN);
  }

  /** The number of parts of the graph: workers divided by trainers per part. */
  public static int parts(Settings settings) {
    int workers = settings.integer(Keys.WORKERS);
    int trainers = settings.integer(HostKeys.TRAINERS);
    if (workers % trainers != 0) {
      throw new SettingsException(
          "trainers=%d with workers=%d: expected a number of workers that %d divides, as every part has as many trainers"
              .formatted(trainers, workers, trainers));
    }
    return workers / trainers;
  }

  /** Whether shards have features, labels and splits besides edges. */
  private static boolean withFeatures(Settings settings) {
    return switch (settings.get(HostKeys.SHARDS_FEATURES)) {
      case "true" -> true;
      case "false" -> false;
      default -> Hosts.areGiven(settings);
    };
  }

  private static void requireEnoughNodes(Dataset dataset, int workers) {
    if (workers > dataset.graph().nodeCount()) {
      throw new SettingsException(
          "workers=%d, but %s has only %d nodes; expected a node for each: take --workers %d or fewer"
              .formatted(
                  workers,
                  dataset.name(),
                  dataset.graph().nodeCount(),
                  dataset.graph().nodeCount()));
    }
  }
}
