package dev.atoll.app.plan;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.Dataset;
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

/** Predicts the cost of recipes on a cluster. */
public final class Planner {
  private final Speed speed;
  private final ClusterSpec cluster;
  private final Screen screen;
  private final double seconds;

  /**
   * @param seconds the minimum duration of a dry run
   */
  public Planner(Speed speed, ClusterSpec cluster, Screen screen, double seconds) {
    this.speed = speed;
    this.cluster = cluster;
    this.screen = screen;
    this.seconds = seconds;
  }

  /** One prediction for each. */
  public List<CostPrediction> predict(Dataset dataset, List<Candidate> candidates)
      throws IOException {
    List<CostPrediction> predictions = new ArrayList<>();
    try (var dryRuns = new DryRunShards(dataset, screen.silenced(true));
        Progress progress = screen.progress("dry runs", "recipes", candidates.size())) {
      for (Candidate candidate : candidates) {
        progress.update(predictions.size(), candidate.label());
        predictions.add(predict(candidate, dryRuns));
      }
      progress.update(predictions.size());
    }
    return predictions;
  }

  /** The same, and what a short run of each that fits really takes. */
  public List<CheckedPrediction> check(Dataset dataset, List<Candidate> candidates)
      throws IOException {
    List<CheckedPrediction> checked = new ArrayList<>();
    try (var dryRuns = new DryRunShards(dataset, screen.silenced(true));
        Progress progress = screen.progress("checking", "recipes", candidates.size())) {
      for (Candidate candidate : candidates) {
        progress.update(checked.size(), candidate.label());
        CostPrediction prediction = predict(candidate, dryRuns);
        checked.add(
            new CheckedPrediction(
                prediction,
                prediction.fits()
                    ? Optional.of(dryRuns.measure(prediction.settings(), prediction.seconds()))
                    : Optional.empty()));
      }
      progress.update(checked.size());
    }
    return checked;
  }

  private CostPrediction predict(Candidate candidate, DryRunShards dryRuns) throws IOException {
    Settings settings = candidate.settings();
    String problem = dryRuns.problem(settings);
    if (!problem.isEmpty()) {
      return impossible(candidate, problem);
    }
    Optional<Path> shards = dryRuns.shards(settings);
    DryRunShards.DryRunData data = dryRuns.data(settings);
    try {
      DryRunResult rehearsed =
          new DryRun(settings, data.dataset(), data.scale(), seconds).run(shards);
      return priced(
          candidate,
          new Pricing(
              rehearsed,
              speed,
              cluster.withNetwork(
                  settings.get(Keys.NETWORK_GBPS), settings.get(Keys.NETWORK_LATENCY)),
              ahead(settings),
              OwnRows.bytes(settings, data.dataset(), shards)));
    } catch (OutOfMemoryError e) {
      return impossible(
          candidate, "this machine has too little memory for a dry run: " + e.getMessage());
    }
  }

  private static CostPrediction priced(Candidate candidate, Pricing price) {
    return new CostPrediction(
        candidate.label(),
        candidate.settings(),
        price.rehearsed().workers().size(),
        price.rehearsed().steps(),
        price.seconds(),
        price.cpuSeconds(),
        price.phases(),
        price.bytes(),
        price.peakBytes(),
        price.maxHostBytes(),
        price.problem());
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
        problem);
  }

  private static boolean ahead(Settings settings) {
    return Composition.plan(settings)
        .sampled()
        .map(SampledPlan::schedule)
        .filter(Schedule::preparesAhead)
        .isPresent();
  }
}
