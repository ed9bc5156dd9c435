package dev.atoll.app.dashboard;

import dev.atoll.app.chart.LaneChart;
import dev.atoll.app.chart.LaneChart.Group;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.Timeline;
import dev.atoll.train.cost.Timeline.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The activity of every worker in a window of a run's time. */
final class TimelineCard {
  private static final int MOST_SPANS = 1500;
  private static final double MICROS = 1e6;

  /** Colours of activities that are no phases of training. */
  private static final Map<String, String> OTHERS = Map.of("answer", "c6", "evaluate", "c7");

  private final String link;
  private final List<Timeline.OfWorker> byWorker;
  private final TimeWindow window;

  private TimelineCard(String link, List<Timeline.OfWorker> byWorker, TimeWindow window) {
    this.link = link;
    this.byWorker = byWorker;
    this.window = window;
  }

  /**
   * Draws the card.
   *
   * @param link address of the page; empty for files
   */
  static MarkupTag of(String link, List<Timeline.OfWorker> byWorker, TimeWindow window) {
    return new TimelineCard(link, byWorker, window).card();
  }

  private MarkupTag card() {
    List<Group> groups = new ArrayList<>();
    long shortest = shortest();
    for (int worker = 0; worker < byWorker.size(); worker++) {
      List<Span> spans =
          byWorker.get(worker).spans().stream()
              .filter(span -> window.shows(span) && span.micros() >= shortest)
              .toList();
      groups.add(new Group("worker " + worker, lanes(spans)));
    }
    MarkupTag chart =
        new LaneChart((window.to() - window.from()) / MICROS, groups)
            .draw("activity of every worker: " + window.text());
    String note =
        "Tasks of every worker's threads: %s."
            .formatted(window.text())
            .concat(shortest == 0 ? "" : " Those below " + shortest + " µs are left out here.")
            .concat(" All of it is in timeline.json, for ui.perfetto.dev.");
    MarkupTag buttons = link.isEmpty() ? MarkupTag.of("span") : buttons();
    return Page.section(
        "Timeline", Page.card("Tasks", note, buttons, Page.legend(legend()), chart));
  }

  private List<MarkupTag> legend() {
    List<MarkupTag> entries = new ArrayList<>();
    Arrays.stream(Phase.values())
        .forEach(p -> entries.add(Page.colour("p-" + p.label(), p.label())));
    OTHERS.keySet().stream().sorted().forEach(o -> entries.add(Page.colour(OTHERS.get(o), o)));
    return entries;
  }

  private MarkupTag buttons() {
    MarkupTag buttons =
        MarkupTag.of("nav", "class", "moves", "aria-label", "move through the timeline");
    Map<String, TimeWindow> moves = new LinkedHashMap<>();
    moves.put("earlier", window.moved(-0.8));
    moves.put("later", window.moved(0.8));
    moves.put("closer", window.scaled(0.5));
    moves.put("wider", window.scaled(2));
    moves.put("all of it", TimeWindow.whole(byWorker));
    moves.forEach(
        (name, to) ->
            buttons.add(
                MarkupTag.of("a", "class", "button", "href", link + "?" + to.query() + "#timeline")
                    .text(name)));
    return buttons;
  }

  /** The length in microseconds of the shortest span drawn, if there are too many. */
  private long shortest() {
    long[] micros =
        byWorker.stream()
            .flatMap(worker -> worker.spans().stream())
            .filter(window::shows)
            .mapToLong(Span::micros)
            .sorted()
            .toArray();
    return micros.length <= MOST_SPANS ? 0 : micros[micros.length - MOST_SPANS];
  }

  /**
   * Assigns threads to lanes; threads that do not overlap share one, because many live for one
   * batch only.
   */
  private List<List<LaneChart.Span>> lanes(List<Span> spans) {
    Map<String, List<Span>> threads = new LinkedHashMap<>();
    spans.stream()
        .sorted(Comparator.comparingLong(Span::begun))
        .forEach(span -> threads.computeIfAbsent(span.thread(), _ -> new ArrayList<>()).add(span));
    List<List<List<Span>>> lanes = new ArrayList<>();
    threads.values().stream()
        .sorted(Comparator.comparingLong(TimelineCard::length).reversed())
        .forEach(thread -> laneFor(thread, lanes).add(thread));
    return lanes.stream()
        .map(lane -> lane.stream().flatMap(List::stream).map(this::drawn).toList())
        .toList();
  }

  /** The first lane in which a thread overlaps no other. */
  private static List<List<Span>> laneFor(List<Span> thread, List<List<List<Span>>> lanes) {
    for (List<List<Span>> lane : lanes) {
      if (lane.stream()
          .allMatch(other -> end(other) <= begin(thread) || end(thread) <= begin(other))) {
        return lane;
      }
    }
    lanes.add(new ArrayList<>());
    return lanes.getLast();
  }

  private static long begin(List<Span> thread) {
    return thread.getFirst().begun();
  }

  private static long end(List<Span> thread) {
    return thread.stream().mapToLong(span -> span.begun() + span.micros()).max().orElseThrow();
  }

  private static long length(List<Span> thread) {
    return end(thread) - begin(thread);
  }

  private LaneChart.Span drawn(Span span) {
    String step = span.step() == Timeline.NO_STEP ? "" : " · step " + span.step();
    String tip =
        span.name() + step + "\n" + Units.seconds(span.micros() / MICROS) + "\n" + span.thread();
    double from = (span.begun() - window.from()) / MICROS;
    return new LaneChart.Span(style(span.phase()), from, from + span.micros() / MICROS, tip);
  }

  private static String style(String phase) {
    return OTHERS.getOrDefault(phase, "p-" + phase);
  }
}
