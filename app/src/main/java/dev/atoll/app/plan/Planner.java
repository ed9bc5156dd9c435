package dev.atoll.app.plan;

import dev.atoll.app.run.Composition;
import dev.atoll.app.screen.Progress;
import dev.atoll.app.screen.Screen;
import dev.atoll.app.settings.Keys;
import dev.atoll.app.settings.Settings;
import dev.atoll.graph.Dataset;
import dev.atoll.train.SampledPlan;
import dev.atoll.train.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Predicts what recipes will cost on some machines. */
public final class Planner {
  private final Speed speed;
  private final Cluster cluster;
  private final Screen screen;
  private final double seconds;

  /**
   * @param seconds that every recipe is rehearsed for, at least
   */
  public Planner(Speed speed, Cluster cluster, Screen screen, double seconds) {
    this.speed = speed;
    this.cluster = cluster;
    this.screen = screen;
    this.seconds = seconds;
  }

  /** One prediction for each. */
  public List<Prediction> predict(Dataset dataset, List<Candidate> candidates) throws IOException {
    List<Prediction> predictions = new ArrayList<>();
    try (var stage = new Stage(dataset, screen.silenced(true));
        Progress progress = screen.progress("rehearsing", "recipes", candidates.size())) {
      for (Candidate candidate : candidates) {
        progress.update(predictions.size(), candidate.label());
        predictions.add(predict(candidate, stage));
      }
      progress.update(predictions.size());
    }
    return predictions;
  }

  /** The same, and what a short run of each that fits really takes. */
  public List<Checked> check(Dataset dataset, List<Candidate> candidates) throws IOException {
    List<Checked> checked = new ArrayList<>();
    try (var stage = new Stage(dataset, screen.silenced(true));
        Progress progress = screen.progress("checking", "recipes", candidates.size())) {
      for (Candidate candidate : candidates) {
        progress.update(checked.size(), candidate.label());
        Prediction prediction = predict(candidate, stage);
        checked.add(
            new Checked(
                prediction,
                prediction.fits()
                    ? Optional.of(stage.measure(prediction.settings(), prediction.seconds()))
                    : Optional.empty()));
      }
      progress.update(checked.size());
    }
    return checked;
  }

  private Prediction predict(Candidate candidate, Stage stage) throws IOException {
    Settings settings = candidate.settings();
    String problem = stage.problem(settings);
    if (!problem.isEmpty()) {
      return impossible(candidate, problem);
    }
    Optional<Path> shards = stage.shards(settings);
    Stage.Cast cast = stage.cast(settings);
    try {
      Rehearsed rehearsed =
          new Rehearsal(settings, cast.dataset(), cast.scale(), seconds).run(shards);
      return priced(
          candidate,
          new Pricing(
              rehearsed,
              speed,
              cluster.linked(settings.get(Keys.NETWORK_GBPS), settings.get(Keys.NETWORK_LATENCY)),
              ahead(settings),
              OwnRows.bytes(settings, cast.dataset(), shards)));
    } catch (OutOfMemoryError e) {
      return impossible(candidate, "this machine cannot even rehearse it: " + e.getMessage());
    }
  }

  private static Prediction priced(Candidate candidate, Pricing price) {
    return new Prediction(
        candidate.label(),
        candidate.settings(),
        price.rehearsed().workers().size(),
        price.rehearsed().steps(),
        price.seconds(),
        price.cpuSeconds(),
        price.phases(),
        price.bytes(),
        price.peakBytes(),
        price.mostHostBytes(),
        price.problem());
  }

  private static Prediction impossible(Candidate candidate, String problem) {
    return new Prediction(
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
        .filter(schedule -> !(schedule instanceof Schedule.Sequential))
        .isPresent();
  }
}
