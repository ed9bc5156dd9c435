package dev.atoll.app.plan;

import dev.atoll.app.screen.Screen;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Predicts the cost of recipes on a cluster. */
public final class Planner {
  private final MachineSpeed speed;
  private final ClusterSpec cluster;
  private final Optional<GpuSpec> gpu;
  private final Screen screen;
  private final double seconds;

  /**
   * @param gpu of recipes with {@code device=cuda}
   * @param seconds the minimum duration of a dry run
   */
  public Planner(
      MachineSpeed speed,
      ClusterSpec cluster,
      Optional<GpuSpec> gpu,
      Screen screen,
      double seconds) {
    this.speed = speed;
    this.cluster = cluster;
    this.gpu = gpu;
    this.screen = screen;
    this.seconds = seconds;
  }

  /** Predicts the cost of every candidate, in their order. */
  public List<CostPrediction> predict(Dataset dataset, List<Candidate> candidates)
      throws IOException {
    return each(
        "dry runs",
        dataset,
        candidates,
        (candidate, dryRuns, stages) -> {
          CostPrediction prediction = predict(candidate, dryRuns, stages);
          screen.remark(prediction.line()); // what is known stays, should the rest be interrupted
          return prediction;
        });
  }

  /** Predicts the cost of every candidate, and measures a short run of each that fits. */
  public List<CheckedPrediction> check(Dataset dataset, List<Candidate> candidates)
      throws IOException {
    return each(
        "checking",
        dataset,
        candidates,
        (candidate, dryRuns, stages) -> {
          CheckedPrediction checked = check(candidate, dryRuns, stages);
          screen.remark(checked.line());
          return checked;
        });
  }

  /** The work on one candidate. */
  @FunctionalInterface
  private interface Step<T> {
    T take(Candidate candidate, DryRunShards dryRuns, Consumer<String> stages) throws IOException;
  }

  private <T> List<T> each(
      String activity, Dataset dataset, List<Candidate> candidates, Step<T> step)
      throws IOException {
    List<T> results = new ArrayList<>();
    try (var dryRuns = new DryRunShards(dataset, screen.silenced(true));
        Progress progress = screen.progress(activity, "recipes", candidates.size())) {
      for (Candidate candidate : candidates) {
        results.add(step.take(candidate, dryRuns, stages(progress, results.size())));
      }
      progress.update(results.size());
    }
    speed.keep();
    return results;
  }

  private CheckedPrediction check(
      Candidate candidate, DryRunShards dryRuns, Consumer<String> stages) throws IOException {
    CostPrediction prediction = predict(candidate, dryRuns, stages);
    return new CheckedPrediction(
        prediction,
        prediction.fits()
            ? Optional.of(dryRuns.measure(prediction.settings(), prediction.seconds()))
            : Optional.empty());
  }

  /** Shows the current stage as progress. */
  private static Consumer<String> stages(Progress progress, int done) {
    return stage -> progress.update(done, stage);
  }

  private CostPrediction predict(Candidate candidate, DryRunShards dryRuns, Consumer<String> stages)
      throws IOException {
    stages.accept(candidate.label());
    String problem = dryRuns.problem(candidate.settings());
    if (!problem.isEmpty()) {
      return impossible(candidate, problem);
    }
    try {
      return SampledRanks.areTooMany(candidate.settings())
          ? predictOfSome(candidate, dryRuns, stages)
          : predictOfAll(candidate, dryRuns);
    } catch (OutOfMemoryError e) {
      return impossible(
          candidate, "this machine has too little memory for a dry run: " + e.getMessage());
    }
  }

  /** The prediction from one dry run of all workers together. */
  CostPrediction predictOfAll(Candidate candidate, DryRunShards dryRuns) throws IOException {
    Settings settings = candidate.settings();
    Optional<Path> shards = dryRuns.shards(settings);
    DryRunShards.DryRunData data = dryRuns.data(settings);
    DryRun dryRun = dryRun(settings, data, false);
    return priced(
        candidate,
        dryRun.run(shards),
        OwnRows.bytes(settings, data.dataset(), shards),
        notes(data.note(), dryRun.note()),
        List.of());
  }

  /** The prediction from dry runs of some workers, one after the other. */
  CostPrediction predictOfSome(Candidate candidate, DryRunShards dryRuns, Consumer<String> stages)
      throws IOException {
    Settings settings = candidate.settings();
    Settings ofTwo = SampledRanks.ofTwo(settings);
    DryRunShards.DryRunData all = dryRuns.data(settings);
    Dataset dataset = all.dataset();
    stages.accept(candidate.label() + ": cutting");
    Partitioning cut = dryRuns.parts(settings);
    var ranks = new SampledRanks(PartSizes.of(dataset.graph(), cut), settings);
    String note = "";
    for (SampledRanks.Choice choice : ranks.choose()) {
      stages.accept("%s: the worker with %s".formatted(candidate.label(), choice.trait()));
      Partitioning one = SampledRanks.oneAndRest(cut, choice.part());
      Path shards = dryRuns.oneAndRest(settings, one, choice.part());
      DryRun two = dryRun(ofTwo, dryRuns.data(settings, one), true);
      ranks.add(choice, two.run(Optional.of(shards)), ShardFolder.open(shards));
      note = two.note();
    }
    return priced(
        candidate,
        ranks.result(Composition.threads(ofTwo)),
        OwnRows.bytes(settings, dataset, cut.sizes()),
        notes(ranks.note(), all.note(), note),
        ranks.rehearsed());
  }

  private static String notes(String... all) {
    return Stream.of(all).filter(note -> !note.isEmpty()).collect(Collectors.joining("; "));
  }

  private DryRun dryRun(Settings settings, DryRunShards.DryRunData data, boolean firstAlone) {
    return new DryRun(
        settings, data.dataset(), data.scale(), seconds, firstAlone, speed.price().times(), gpu);
  }

  private CostPrediction priced(
      Candidate candidate,
      DryRunResult rehearsed,
      List<Long> hostBytes,
      String note,
      List<RehearsedWorker> some) {
    Settings settings = candidate.settings();
    var price =
        new Pricing(
            rehearsed,
            speed.price(),
            cluster.withNetwork(
                settings.get(Keys.NETWORK_GBPS), settings.get(Keys.NETWORK_LATENCY)),
            gpu,
            ahead(settings),
            hostBytes);
    return new CostPrediction(
        candidate.label(),
        settings,
        rehearsed.workers().size(),
        rehearsed.steps(),
        price.seconds(),
        price.cpuSeconds(),
        price.phases(),
        price.bytes(),
        price.peakBytes(),
        price.maxHostBytes(),
        price.deviceBytes(),
        price.problem(),
        note,
        some);
  }

  private static CostPrediction impossible(Candidate candidate, String problem) {
    return new CostPrediction(
        candidate.label(),
        candidate.settings(),
        candidate.settings().integer(Keys.WORKERS),
        0,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        Map.of(),
        Map.of(),
        0,
        0,
        0,
        problem,
        "",
        List.of());
  }

  private static boolean ahead(Settings settings) {
    return Composition.plan(settings)
        .sampled()
        .map(SampledPlan::schedule)
        .filter(Schedule::preparesAhead)
        .isPresent();
  }
}
