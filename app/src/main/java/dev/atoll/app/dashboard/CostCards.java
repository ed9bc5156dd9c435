package dev.atoll.app.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.chart.CostCharts;
import dev.atoll.app.chart.Costs;
import dev.atoll.app.chart.HeatMap;
import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import dev.atoll.app.chart.Series;
import dev.atoll.app.chart.StackChart;
import dev.atoll.app.chart.StackChart.Epoch;
import dev.atoll.app.chart.StackChart.Layer;
import dev.atoll.app.chart.Unit;
import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Where the time, the bytes and the memory of one run go. */
final class CostCards {
  private static final int MOST_WORKERS_MAPPED = 64;

  private final WatchedRun run;
  private final Series series;

  CostCards(WatchedRun run) {
    this.run = run;
    this.series = new Series(0, run.name());
  }

  /** All that there is anything to say about. */
  List<MarkupTag> all() {
    List<MarkupTag> cards = new ArrayList<>();
    if (run.has("/phases/compute")) {
      cards.add(phases());
    }
    if (run.has("/bytes/total")) {
      cards.add(bytes());
    }
    if (run.has("/reads/peer") || run.has("/reads/host")) {
      cards.add(reads());
    }
    if (run.has("/broadcasts/sent") || run.has("/broadcasts/skipped")) {
      cards.add(broadcasts());
    }
    if (run.has("/cpuSeconds")) {
      cards.add(cores());
    }
    if (!run.memory().isEmpty()) {
      cards.add(new CostCharts(List.of(costs(run, series))).memory());
    }
    int workers = run.traffic().size();
    if (workers > 1 && workers <= MOST_WORKERS_MAPPED) {
      cards.add(traffic());
    }
    return cards;
  }

  /** What an epoch costs, in the median. */
  static Costs costs(WatchedRun run, Series series) {
    Map<Phase, Double> phases = new EnumMap<>(Phase.class);
    Map<Purpose, Double> bytes = new EnumMap<>(Purpose.class);
    for (Phase phase : Phase.values()) {
      phases.put(phase, known(run.median("/phases/" + phase.label())));
    }
    for (Purpose purpose : Purpose.values()) {
      bytes.put(purpose, known(run.median("/bytes/" + purpose.label())));
    }
    return new Costs(series, known(run.median("/seconds")), phases, bytes, run.memory());
  }

  private static double known(double figure) {
    return Double.isNaN(figure) ? 0 : figure;
  }

  private MarkupTag phases() {
    List<Layer> layers =
        Arrays.stream(Phase.values())
            .filter(phase -> run.has("/phases/" + phase.label()))
            .map(phase -> new Layer(CostCharts.style(phase), phase.label()))
            .toList();
    return stack(
        "Time by phase",
        "Seconds of each epoch, in the mean over workers; phases that overlap are each counted.",
        Unit.SECONDS,
        "seconds per epoch",
        "/phases/",
        layers);
  }

  private MarkupTag bytes() {
    List<Layer> layers =
        Arrays.stream(Purpose.values())
            .filter(purpose -> run.has("/bytes/" + purpose.label()))
            .map(purpose -> new Layer(CostCharts.style(purpose), purpose.label()))
            .toList();
    return stack(
        "Bytes by purpose",
        "What crosses between workers in each epoch, all of them together.",
        Unit.BYTES,
        "bytes per epoch",
        "/bytes/",
        layers);
  }

  private MarkupTag reads() {
    return stack(
        "Feature rows by tier",
        "Rows read here, from a peer, or from the host, in each epoch.",
        Unit.COUNT,
        "rows per epoch",
        "/reads/",
        List.of(new Layer("c2", "local"), new Layer("c4", "peer"), new Layer("c1", "host")));
  }

  private MarkupTag broadcasts() {
    return stack(
        "Broadcasts",
        "How often workers sent their rows, or their gradients, of a layer, and how often peers"
            + " went on with those they had.",
        Unit.COUNT,
        "broadcasts per epoch",
        "/broadcasts/",
        List.of(new Layer("c1", "sent"), new Layer("c2", "skipped")));
  }

  private MarkupTag cores() {
    List<Epoch> epochs = new ArrayList<>();
    for (JsonNode line : run.epochs()) {
      double seconds = line.path("seconds").asDouble();
      double cores = seconds > 0 ? line.path("cpuSeconds").asDouble() / seconds : 0;
      epochs.add(new Epoch(line.path("epoch").asInt(), List.of(cores)));
    }
    MarkupTag chart =
        new StackChart(Unit.NUMBER, "cores", List.of(new Layer("c7", "cores")), epochs)
            .draw(
                "cores in use over epochs; " + Unit.NUMBER.precise(run.cpuUse()) + " in the mean");
    return Page.card(
        "Cores in use",
        "CPU seconds over seconds, all workers together. The system counts CPU time in steps of"
            + " 10 ms: of short epochs only the mean tells.",
        chart);
  }

  private MarkupTag traffic() {
    double most =
        run.traffic().stream()
            .flatMap(List::stream)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    return Page.card(
        "Traffic between workers",
        "Bytes per epoch from the worker at the left to the worker at the top.",
        MarkupTag.of("figure", "class", "large").add(HeatMap.draw(series, run.traffic(), most)));
  }

  private MarkupTag stack(
      String heading, String note, Unit unit, String title, String pointer, List<Layer> layers) {
    List<Epoch> epochs = new ArrayList<>();
    for (JsonNode line : run.epochs()) {
      epochs.add(
          new Epoch(
              line.path("epoch").asInt(),
              layers.stream().map(layer -> line.at(pointer + layer.label()).asDouble()).toList()));
    }
    StringBuilder said = new StringBuilder(heading + " over epochs; in the median");
    layers.forEach(
        layer ->
            said.append(
                " %s %s,"
                    .formatted(
                        layer.label(), unit.precise(known(run.median(pointer + layer.label()))))));
    return Page.card(
        heading,
        note,
        Page.legend(layers.stream().map(Layer::entry).toList()),
        new StackChart(unit, title, layers, epochs).draw(said.toString()));
  }
}
