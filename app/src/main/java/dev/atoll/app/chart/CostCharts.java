package dev.atoll.app.chart;

import dev.atoll.app.chart.BarChart.Bar;
import dev.atoll.app.chart.BarChart.Group;
import dev.atoll.app.chart.BarChart.Part;
import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Charts of seconds, bytes and memory. */
public final class CostCharts {
  /** The number of workers above which only the least, the median and the largest are shown. */
  private static final int MOST_WORKERS = 16;

  private final List<Costs> all;

  public CostCharts(List<Costs> all) {
    this.all = all;
  }

  public MarkupTag seconds() {
    List<Group> groups = groups(costs -> List.of(phases(costs)));
    MarkupTag chart =
        new BarChart(Unit.SECONDS, "seconds per epoch, by phase", groups)
            .draw("seconds per epoch by phase");
    List<MarkupTag> legend =
        Arrays.stream(Phase.values()).map(p -> Page.colour(style(p), p.label())).toList();
    return Page.card(
        "Epoch time by phase",
        "Means over epochs, workers and seeds. The number is the time by the clock;"
            + " phases that overlap are each counted, so a bar may be longer than that.",
        Page.legend(legend),
        chart);
  }

  private List<Group> groups(Function<Costs, List<Bar>> bars) {
    return all.stream().map(costs -> new Group(costs.series(), bars.apply(costs))).toList();
  }

  private static Bar phases(Costs costs) {
    List<Part> parts =
        Arrays.stream(Phase.values())
            .map(p -> part(style(p), costs.phases().getOrDefault(p, 0.0), p.label(), Unit.SECONDS))
            .toList();
    return new Bar(parts, Unit.SECONDS.precise(costs.seconds()));
  }

  public MarkupTag bytes() {
    List<Group> groups = groups(costs -> List.of(purposes(costs)));
    List<MarkupTag> legend =
        Arrays.stream(Purpose.values())
            .filter(p -> all.stream().anyMatch(costs -> costs.bytes().getOrDefault(p, 0.0) > 0))
            .map(p -> Page.colour(style(p), p.label()))
            .toList();
    return Page.card(
        "Bytes by purpose",
        "Traffic between workers in an epoch, all workers together.",
        Page.legend(legend),
        new BarChart(Unit.BYTES, "bytes per epoch, by purpose", groups)
            .draw("bytes per epoch by purpose"));
  }

  private static Bar purposes(Costs costs) {
    List<Part> parts =
        Arrays.stream(Purpose.values())
            .map(p -> part(style(p), costs.bytes().getOrDefault(p, 0.0), p.label(), Unit.BYTES))
            .toList();
    return new Bar(parts, Unit.BYTES.precise(costs.totalBytes()));
  }

  public MarkupTag memory() {
    List<Group> groups = groups(CostCharts::workers);
    return Page.card(
        "Memory per worker",
        "Most that each worker held at one time; one bar per worker, of more than "
            + MOST_WORKERS
            + " the least, the middle and the most.",
        new BarChart(Unit.BYTES, "bytes held by a worker", groups).draw("memory per worker"));
  }

  private static List<Bar> workers(Costs costs) {
    Series its = costs.series();
    List<Double> bytes = costs.memory();
    if (bytes.size() > MOST_WORKERS) {
      List<Double> sorted = bytes.stream().sorted().toList();
      return List.of(
          worker("least", sorted.getFirst(), its),
          worker("middle", sorted.get(sorted.size() / 2), its),
          worker("most", sorted.getLast(), its));
    }
    List<Bar> bars = new ArrayList<>();
    for (int rank = 0; rank < bytes.size(); rank++) {
      bars.add(worker("worker " + rank, bytes.get(rank), its));
    }
    return bars;
  }

  private static Bar worker(String name, double bytes, Series its) {
    return new Bar(List.of(part(its.style(), bytes, name, Unit.BYTES)), Unit.BYTES.precise(bytes));
  }

  private static Part part(String style, double length, String what, Unit unit) {
    return new Part(style, length, what + "\n" + unit.precise(length));
  }

  /** The colour of a phase, equal on all pages. */
  public static String style(Phase phase) {
    return "p-" + phase.label();
  }

  /** The colour of the phase that waits for bytes of a purpose. */
  public static String style(Purpose purpose) {
    return switch (purpose) {
      case FEATURES -> style(Phase.FETCH);
      case BOUNDARY -> style(Phase.EXCHANGE);
      case GRADIENTS -> style(Phase.REDUCE);
      case SAMPLING -> style(Phase.SAMPLE);
      case CONTROL -> "p-control";
    };
  }
}
