package dev.atoll.app.dashboard;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.watch.RunStatus;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.result.ScoredNodes;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.train.cost.Timeline;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The page of one run. */
final class RunPage {
  private final WatchedRun run;
  private final boolean served;
  private final List<Timeline.OfWorker> timeline;
  private final Optional<TimeWindow> window;

  private RunPage(
      WatchedRun run,
      boolean served,
      List<Timeline.OfWorker> timeline,
      Optional<TimeWindow> window) {
    this.run = run;
    this.served = served;
    this.timeline = timeline;
    this.window = window;
  }

  /**
   * The page of a run in its current state.
   *
   * @param timeline empty where none was recorded
   * @param window the requested range of it
   */
  static PageParts of(
      WatchedRun run, boolean served, List<Timeline.OfWorker> timeline, Optional<TimeWindow> window)
      throws IOException {
    return new RunPage(run, served, timeline, window).view();
  }

  private PageParts view() throws IOException {
    PageParts view = PageParts.of("Atoll: " + run.name(), served);
    view.add("top", top());
    view.add("now", RunStatusText.of(run));
    view.add("tiles", tiles());
    if (!run.epochs().isEmpty()) {
      MarkupTag cards =
          MarkupTag.of("div", "class", "grid even").add(new HistoryCards(List.of(run)).loss());
      if (!run.scoreName().isEmpty()) {
        cards.add(HistoryCards.scores(run));
      }
      view.add("charts", Page.section("History and cost", cards.add(new CostCards(run).all())));
    }
    ExplanationCards.of(run).ifPresent(cards -> view.add("explanation", cards));
    if (!timeline.isEmpty()) {
      TimeWindow shown = window.orElseGet(() -> TimeWindow.typical(timeline));
      String link = served ? PageLinks.run(run.name()) : "";
      view.add("timeline", TimelineCard.of(link, timeline, shown));
    }
    view.add("origin", Page.section("Settings and origin", ProvenanceCards.of(run, served)));
    return view;
  }

  private MarkupTag top() {
    MarkupTag names =
        MarkupTag.of("div")
            .add(MarkupTag.of("h1").text(run.name()).text(" ").add(RunStatusText.badge(run)))
            .add(MarkupTag.of("p").text(facts()));
    MarkupTag buttons = MarkupTag.of("nav", "aria-label", "pages");
    if (served) {
      buttons.add(MarkupTag.of("a", "class", "button", "href", "/").text("all runs"));
    }
    return MarkupTag.of("header").add(names).add(buttons.add(Page.themeButton()));
  }

  private String facts() {
    String workers =
        run.workers() == 1 ? "1 worker" : run.workers() + " workers as " + run.setting("engine");
    return "%s · recipe %s · %s · seed %s"
        .formatted(run.subject(), run.setting("recipe"), workers, run.setting("seed"));
  }

  private MarkupTag tiles() {
    MarkupTag tiles = MarkupTag.of("div", "class", "tiles");
    String score = run.scoreName();
    if (!score.isEmpty()) {
      String when =
          run.state() == RunStatus.FINISHED
              ? "best epoch " + run.result().orElseThrow().bestEpoch()
              : "last evaluation";
      for (ScoredNodes nodes : List.of(ScoredNodes.TEST, ScoredNodes.VALIDATION)) {
        double value = run.score(nodes);
        if (!Double.isNaN(value)) {
          tiles.add(Page.tile(nodes.label() + " " + score, Units.percent(value), when));
        }
      }
    }
    if (!run.epochs().isEmpty()) {
      int epoch = run.epochs().getLast().epoch();
      tiles.add(Page.tile("loss", Units.number(run.lastLoss()), "epoch " + epoch));
      tiles.add(Page.tile("an epoch takes", Units.seconds(run.secondsPerEpoch()), cores()));
    }
    if (run.has(EpochLine::totalBytes)) {
      String bytes = Units.bytes(Math.round(run.bytesPerEpoch()));
      tiles.add(Page.tile("an epoch moves", bytes, "between workers"));
    }
    memory().ifPresent(tiles::add);
    return tiles;
  }

  /**
   * The tile of memory; until the run has finished, only the first worker's memory at the start is
   * known.
   */
  private Optional<MarkupTag> memory() {
    double most = run.memory().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (most > 0) {
      String bytes = Units.bytes(Math.round(most));
      return Optional.of(Page.tile("memory", bytes, "of the largest worker"));
    }
    return run.progress()
        .map(reported -> reported.facts().start().deviceBytes())
        .filter(bytes -> bytes > 0)
        .map(bytes -> Page.tile("memory", Units.bytes(bytes), "of worker 0, to begin with"));
  }

  private String cores() {
    return String.format(Locale.ROOT, "mean; %.2f cores in use", run.cpuUse());
  }
}
