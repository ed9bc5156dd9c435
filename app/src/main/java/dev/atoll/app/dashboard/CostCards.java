package dev.atoll.app.dashboard;

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
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.comm.Purpose;
import dev.atoll.recipe.run.EpochLine;
import dev.atoll.train.cost.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Charts of the time, the bytes and the memory of one run. */
final class CostCards {
  private static final int MOST_WORKERS_MAPPED = 64;

  private final WatchedRun run;
  private final Series series;

  CostCards(WatchedRun run) {
    this.run = run;
    this.series = new Series(0, run.name());
  }

  /** The charts of all figures that the run has. */
  List<MarkupTag> all() {
    List<MarkupTag> cards = new ArrayList<>();
    if (run.has(line -> line.phase(Phase.COMPUTE))) {
      cards.add(phases());
    }
    if (run.has(EpochLine::totalBytes)) {
      cards.add(bytes());
    }
    if (run.has(line -> line.reads().peer()) || run.has(line -> line.reads().host())) {
      cards.add(reads());
    }
    if (run.has(line -> line.broadcasts().sent()) || run.has(line -> line.broadcasts().skipped())) {
      cards.add(broadcasts());
    }
    if (run.has(EpochLine::cpuSeconds)) {
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

  /** The mean cost of an epoch. */
  static Costs costs(WatchedRun run, Series series) {
    Map<Phase, Double> phases = new EnumMap<>(Phase.class);
    Map<Purpose, Double> bytes = new EnumMap<>(Purpose.class);
    for (Phase phase : Phase.values()) {
      phases.put(
          phase,
          known(run.mean(line -> line.phase(phase), result -> result.secondsPerEpoch(phase))));
    }
    for (Purpose purpose : Purpose.values()) {
      bytes.put(
          purpose,
          known(run.mean(line -> line.bytes(purpose), result -> result.bytesPerEpoch(purpose))));
    }
    return new Costs(series, known(run.secondsPerEpoch()), phases, bytes, run.memory());
  }

  private static double known(double figure) {
    return Double.isNaN(figure) ? 0 : figure;
  }

  private MarkupTag phases() {
    List<Figure> figures =
        Arrays.stream(Phase.values())
            .map(phase -> new Figure(CostCharts.style(phase), phase.label(), l -> l.phase(phase)))
            .filter(figure -> run.has(figure.value))
            .toList();
    return stack(
        "Time by phase",
        "Seconds of each epoch, in the mean over workers; phases that overlap are each counted.",
        Unit.SECONDS,
        "seconds per epoch",
        figures);
  }

  private MarkupTag bytes() {
    List<Figure> figures =
        Arrays.stream(Purpose.values())
            .map(use -> new Figure(CostCharts.style(use), use.label(), l -> l.bytes(use)))
            .filter(figure -> run.has(figure.value))
            .toList();
    return stack(
        "Bytes by purpose",
        "Bytes sent between workers in each epoch, all of them together.",
        Unit.BYTES,
        "bytes per epoch",
        figures);
  }

  private MarkupTag reads() {
    return stack(
        "Feature rows by tier",
        "Rows read locally, from a peer, or from the host, in each epoch.",
        Unit.COUNT,
        "rows per epoch",
        List.of(
            new Figure("c2", "local", line -> line.reads().local()),
            new Figure("c4", "peer", line -> line.reads().peer()),
            new Figure("c1", "host", line -> line.reads().host())));
  }

  private MarkupTag broadcasts() {
    return stack(
        "Broadcasts",
        "How often workers sent their rows, or their gradients, of a layer, and how often peers"
            + " used earlier ones.",
        Unit.COUNT,
        "broadcasts per epoch",
        List.of(
            new Figure("c1", "sent", line -> line.broadcasts().sent()),
            new Figure("c2", "skipped", line -> line.broadcasts().skipped())));
  }

  private MarkupTag cores() {
    List<Epoch> epochs = new ArrayList<>();
    for (EpochLine line : run.epochs()) {
      double cores = line.seconds() > 0 ? line.cpuSeconds() / line.seconds() : 0;
      epochs.add(new Epoch(line.epoch(), List.of(cores)));
    }
    MarkupTag chart =
        new StackChart(Unit.NUMBER, "cores", List.of(new Layer("c7", "cores")), epochs)
            .draw(
                "cores in use over epochs; " + Unit.NUMBER.precise(run.cpuUse()) + " in the mean");
    return Page.card(
        "Cores in use",
        "CPU seconds over seconds, all workers together. The system counts CPU time in steps of"
            + " 10 ms: for short epochs only the mean is meaningful.",
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

  /** A layer of a chart and its value at an epoch. */
  private record Figure(String style, String label, ToDoubleFunction<EpochLine> value) {
    Layer layer() {
      return new Layer(style, label);
    }
  }

  private MarkupTag stack(
      String heading, String note, Unit unit, String title, List<Figure> figures) {
    List<Epoch> epochs = new ArrayList<>();
    for (EpochLine line : run.epochs()) {
      epochs.add(
          new Epoch(
              line.epoch(),
              figures.stream().map(figure -> figure.value.applyAsDouble(line)).toList()));
    }
    StringBuilder text = new StringBuilder(heading + " over epochs; in the mean");
    figures.forEach(
        figure ->
            text.append(
                " %s %s,".formatted(figure.label, unit.precise(known(run.mean(figure.value))))));
    List<Layer> layers = figures.stream().map(Figure::layer).toList();
    return Page.card(
        heading,
        note,
        Page.legend(layers.stream().map(Layer::entry).toList()),
        new StackChart(unit, title, layers, epochs).draw(text.toString()));
  }
}
