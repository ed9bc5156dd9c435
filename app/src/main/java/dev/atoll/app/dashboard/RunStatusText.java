package dev.atoll.app.dashboard;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.ProgressFacts;
import dev.atoll.recipe.run.RunProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** The status of a run in words: progress, time left, the reason for a stop. */
final class RunStatusText {
  /** The first epochs, which are slow: code is compiled and memory allocated. */
  private static final int WARM_UP_EPOCHS = 2;

  private static final int LAST_EPOCHS = 20;

  private RunStatusText() {}

  static MarkupTag badge(WatchedRun run) {
    String state = run.state().label();
    return MarkupTag.of("span", "class", "badge " + state).text(state);
  }

  static MarkupTag of(WatchedRun run) {
    return switch (run.state()) {
      case LIVE -> live(run);
      case STOPPED -> stopped(run);
      case FINISHED ->
          MarkupTag.of("p", "class", "note")
              .text(
                  "%d epochs in %s."
                      .formatted(
                          run.doneEpochs(), Units.seconds(run.result().orElseThrow().seconds())));
    };
  }

  private static MarkupTag live(WatchedRun run) {
    int planned = run.plannedEpochs();
    int done = run.doneEpochs();
    String bound = Integer.toString(Math.max(1, planned));
    return MarkupTag.of("div", "class", "progress", "role", "status")
        .add(
            MarkupTag.of("progress", "max", bound, "value", Integer.toString(done))
                .with("aria-label", "epochs that are done"))
        .add(MarkupTag.of("span").text(howFar(run, done, planned)));
  }

  private static String howFar(WatchedRun run, int done, int planned) {
    ProgressFacts facts = run.progress().orElseThrow().facts();
    if (facts.start().trainingBegun() == null) {
      return "Preparing for "
          + since(facts.owner().begun())
          + ": reading the graph, and partitioning it where workers share it.";
    }
    String text = "Epoch %d of %d".formatted(done, planned);
    if (Objects.requireNonNullElse(facts.position().epoch(), 0) == done + 1) {
      text += ", step %d of the next".formatted(facts.position().step());
    }
    double each =
        secondsPerEpoch(run, facts.start().resumedEpochs(), seconds(facts.start().trainingBegun()));
    if (each > 0) {
      boolean early = !run.setting("earlyStop").equals("0");
      text +=
          " · %s%s left".formatted(early ? "at most " : "about ", left(each * (planned - done)));
    }
    return text + " · running for " + since(facts.owner().begun());
  }

  /**
   * The expected seconds of a further epoch, including evaluation: the median of the last ones,
   * because the first epochs of a process are slow. NaN until a later epoch is done.
   *
   * @param resumed epochs that were done before
   * @param elapsed seconds since the first epoch of this process began
   */
  static double secondsPerEpoch(WatchedRun run, int resumed, double elapsed) {
    List<EpochLine> own = run.epochs().stream().filter(line -> line.epoch() > resumed).toList();
    int ownEpochs = run.doneEpochs() - resumed;
    if (own.size() <= WARM_UP_EPOCHS) {
      return Double.NaN;
    }
    double trained = own.stream().mapToDouble(EpochLine::seconds).average().orElse(0) * ownEpochs;
    double share = trained > 0 ? Math.max(1, elapsed / trained) : 1;
    double[] last =
        own.stream()
            .skip(Math.max(WARM_UP_EPOCHS, own.size() - LAST_EPOCHS))
            .mapToDouble(EpochLine::seconds)
            .sorted()
            .toArray();
    return last[last.length / 2] * share;
  }

  /** The time left as text, in full seconds. */
  private static String left(double seconds) {
    return seconds < 1 ? "1 s" : Units.seconds(Math.rint(seconds)).replaceFirst("\\.0+ s", " s");
  }

  private static String since(String instant) {
    return left(seconds(instant));
  }

  private static double seconds(String instant) {
    return Duration.between(Instant.parse(instant), Instant.now()).toMillis() / 1e3;
  }

  private static MarkupTag stopped(WatchedRun run) {
    String why =
        run.progress()
            .flatMap(RunProgress::failure)
            .orElseGet(
                () ->
                    run.progress().flatMap(RunProgress::ended).isPresent()
                        ? "It was interrupted."
                        : "The process ended without reporting an error (killed, or its machine"
                            + " went away).");
    MarkupTag box =
        MarkupTag.of("div", "class", "problems", "role", "alert")
            .add(
                MarkupTag.of("p")
                    .text(
                        "Stopped after epoch %d of %d."
                            .formatted(run.doneEpochs(), run.plannedEpochs())))
            .add(MarkupTag.of("p").text(why));
    return run.folder().hasCheckpoint()
        ? box.add(
            MarkupTag.of("p")
                .text("To resume: ")
                .add(MarkupTag.of("code").text("atoll train --resume " + run.folder().path())))
        : box;
  }
}
