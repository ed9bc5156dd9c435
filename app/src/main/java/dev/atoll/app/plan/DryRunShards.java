package dev.atoll.app.plan;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.atoll.app.memory.MemoryForecast;
import dev.atoll.app.screen.Screen;
import dev.atoll.formats.shard.ShardWriter;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.Partitioners;
import dev.atoll.recipe.compose.Shards;
import dev.atoll.recipe.engine.TrainingRun;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunWriter;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The data of dry runs: shards, each partition made once, and no more training nodes than needed.
 */
final class DryRunShards implements AutoCloseable {
  /** The number of steps above which only {@link #SOME_STEPS} of an epoch are run. */
  private static final int MOST_STEPS = 96;

  /** The number of steps that suffices to measure one. */
  private static final int SOME_STEPS = 24;

  /** The duration of a run that checks a prediction, of which the later half counts. */
  private static final double RUN_SECONDS = 4;

  private static final Set<Key<?>> CUT_KEYS =
      Set.of(Keys.TOPOLOGY, Keys.WORKERS, HostKeys.TRAINERS, Keys.SHARDS, Keys.SPLIT, Keys.SEED);

  private static final long LEAST_EPOCHS = 9;
  private static final long MOST_EPOCHS = 63;

  private final Dataset dataset;
  private final Screen screen;
  private final Path folder;
  private final Arena memory = Arena.ofShared();
  private final Map<String, Path> cuts = new HashMap<>();
  private final Map<String, Partitioning> parts = new HashMap<>();

  DryRunShards(Dataset dataset, Screen screen) throws IOException {
    this.dataset = dataset;
    this.screen = screen;
    this.folder = Files.createTempDirectory("atoll-plan-");
  }

  /**
   * The dataset of a dry run, and the number of steps of a real epoch that each of its steps
   * represents.
   */
  record DryRunData(Dataset dataset, double scale) {
    /** The steps left out, in words; empty without any. */
    String note() {
      return scale == 1
          ? ""
          : "%d of %d steps rehearsed".formatted(SOME_STEPS, Math.round(scale * SOME_STEPS));
    }
  }

  /** The whole dataset, or a copy with as many training nodes as fill some steps. */
  DryRunData data(Settings settings) {
    boolean seeded =
        settings.get(Keys.TASK).equals("node")
            && Composition.plan(settings)
                .sampled()
                .filter(plan -> !plan.sampling().ordersSeeds())
                .isPresent();
    if (!seeded) {
      return new DryRunData(dataset, 1);
    }
    Split split = dataset.split(settings.get(Keys.SPLIT));
    long step = settings.get(Keys.BATCH) * settings.get(Keys.WORKERS);
    long steps = Math.ceilDiv(split.count(Split.TRAIN), step);
    return steps <= MOST_STEPS
        ? new DryRunData(dataset, 1)
        : new DryRunData(
            with(fewer(split, (double) SOME_STEPS / steps)), (double) steps / SOME_STEPS);
  }

  /**
   * The data of one worker and the rest: the whole dataset, or a copy with the training nodes of
   * about two workers.
   *
   * @param one the worker's nodes are in part 0
   */
  DryRunData data(Settings settings, Partitioning one) {
    DryRunData all = data(settings);
    boolean sampled = Composition.plan(settings).sampled().isPresent();
    if (!sampled || !settings.get(Keys.TASK).equals("node")) {
      return all;
    }
    Split split = all.dataset().split(settings.get(Keys.SPLIT));
    long own = 0;
    for (long node : split.nodes(Split.TRAIN)) {
      own += one.partOf((int) node) == 0 ? 1 : 0;
    }
    long train = split.count(Split.TRAIN);
    double share = (double) train / settings.get(Keys.WORKERS) / Math.max(1, train - own);
    return new DryRunData(
        with(fewer(split, node -> one.partOf((int) node) == 0 ? 1 : share)), all.scale());
  }

  private Split fewer(Split split, double share) {
    return fewer(split, _ -> share);
  }

  /** A split that keeps each training node with a probability. */
  private Split fewer(Split split, LongToDoubleFunction share) {
    RandomKey key = RandomKey.ofSeed(0).child("plan");
    MemorySegment roles = memory.allocate(split.rows());
    for (long node = 0; node < split.rows(); node++) {
      boolean left = split.role(node) == Split.TRAIN && key.unit(node) >= share.applyAsDouble(node);
      roles.set(JAVA_BYTE, node, (byte) (left ? Split.NONE : split.role(node)));
    }
    return new Split(split.name(), split.rows(), roles);
  }

  private Dataset with(Split split) {
    Map<String, Split> splits = new LinkedHashMap<>(dataset.splits());
    splits.put(split.name(), split);
    return dataset.withSplits(splits);
  }

  /** The reason why the graph cannot be partitioned here; empty if it can. */
  String problem(Settings settings) {
    String cut = cut(settings);
    if (!Shards.areCut(settings) || cuts.containsKey(cut) || parts.containsKey(cut)) {
      return "";
    }
    MemoryForecast forecast =
        MemoryForecast.of(
            Partitioners.partitioner(settings),
            dataset.graph(),
            Partitioners.goal(settings, dataset, Shards.parts(settings)));
    return forecast.fits() ? "" : "cutting the graph " + forecast.describe();
  }

  /** The shards of a recipe; empty if it needs none. */
  Optional<Path> shards(Settings settings) throws IOException {
    if (!Composition.needsShards(settings)) {
      return Optional.empty();
    }
    String cut = cut(settings);
    Path known = cuts.get(cut);
    if (known == null) {
      known = Shards.prepare(settings, dataset, folder.resolve("cut" + cuts.size()), screen);
      cuts.put(cut, known);
    }
    return Optional.of(known);
  }

  /** The partition of a recipe with many workers. */
  Partitioning parts(Settings settings) throws IOException {
    String cut = cut(settings);
    Partitioning known = parts.get(cut);
    if (known == null) {
      known = Shards.partitioning(settings, dataset, Runtime.getRuntime().availableProcessors());
      parts.put(cut, known);
    }
    return known;
  }

  /**
   * The shards of one worker and of the rest as a second one.
   *
   * @param part the part of the first worker
   */
  Path oneAndRest(Settings settings, Partitioning one, int part) throws IOException {
    String name = cut(settings) + " part " + part;
    Path known = cuts.get(name);
    if (known == null) {
      known = folder.resolve("cut" + cuts.size());
      new ShardWriter(settings.get(Keys.TOPOLOGY), Runtime.getRuntime().availableProcessors())
          .write(dataset.graph(), one, known);
      cuts.put(name, known);
    }
    return known;
  }

  /**
   * Measures a short run of a recipe.
   *
   * @param predicted seconds of an epoch
   */
  Measured measure(Settings settings, double predicted) throws IOException {
    CountedEpochs counted =
        CountedEpochs.of(Composition.plan(settings), dataset, settings.integer(Keys.WORKERS));
    long timed = Math.clamp(Math.round(RUN_SECONDS / predicted), LEAST_EPOCHS, MOST_EPOCHS);
    long epochs = counted.from() + Math.max(counted.count(), timed);
    Settings brief =
        settings
            .with(Keys.EPOCHS, epochs, "plan")
            .with(Keys.EVALUATE_EVERY, epochs, "plan")
            .with(Keys.EARLY_STOP, 0L, "plan")
            .with(
                Keys.SHARDS,
                shards(settings).map(Path::toString).orElse(Keys.SHARDS.fallback()),
                "plan");
    var run = new RunFolder(folder.resolve("run"));
    try (RunWriter writer = RunWriter.create(run, brief, true)) {
      return Measured.of(
          TrainingRun.of(brief).run(dataset, writer, screen, _ -> {}).result(), counted);
    }
  }

  /** Names the settings that the shards depend on. */
  private static String cut(Settings settings) {
    return Keys.all().stream()
        .filter(DryRunShards::isOfCuts)
        .map(key -> key.name() + "=" + settings.text(key))
        .collect(Collectors.joining(" "));
  }

  private static boolean isOfCuts(Key<?> key) {
    return key.name().startsWith("partition") || CUT_KEYS.contains(key);
  }

  @Override
  public void close() throws IOException {
    memory.close();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failed)
              throws IOException {
            if (failed != null) {
              throw failed;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
