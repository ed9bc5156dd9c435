package dev.atoll.app.report;

import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.Row;
import dev.atoll.app.report.BarChart.Bar;
import dev.atoll.app.report.BarChart.Group;
import dev.atoll.app.report.BarChart.Part;
import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where seconds, bytes and memory go. */
final class CostCharts {
  /** More workers than these are shown by the least, the middle and the most of them. */
  private static final int MOST_WORKERS = 16;

  private final List<Row> rows;
  private final List<Series> series;

  CostCharts(List<Row> rows, List<Series> series) {
    this.rows = rows;
    this.series = series;
  }

  Tag seconds() {
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      groups.add(new Group(series.get(i), List.of(phases(rows.get(i)))));
    }
    Tag chart =
        new BarChart(Unit.SECONDS, "seconds per epoch, by phase", groups)
            .draw("seconds per epoch by phase");
    List<Tag> legend =
        Arrays.stream(Phase.values()).map(p -> Page.colour(style(p), Row.name(p))).toList();
    return Page.card(
        "Epoch time by phase",
        "Medians over epochs, mean over workers and seeds. The number is the time by the clock;"
            + " phases that overlap are each counted, so a bar may be longer than that.",
        Page.legend(legend),
        chart);
  }

  private static Bar phases(Row row) {
    List<Part> parts =
        Arrays.stream(Phase.values())
            .map(p -> part(style(p), row.phase(p).mean(), Row.name(p), Unit.SECONDS))
            .toList();
    return new Bar(parts, Unit.SECONDS.precise(row.secondsPerEpoch().median()));
  }

  Tag bytes() {
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      groups.add(new Group(series.get(i), List.of(purposes(rows.get(i)))));
    }
    List<Tag> legend =
        ComparisonTable.usedPurposes(rows).stream()
            .map(p -> Page.colour(style(p), p.label()))
            .toList();
    return Page.card(
        "Bytes by purpose",
        "What crosses between workers in an epoch, all workers together.",
        Page.legend(legend),
        new BarChart(Unit.BYTES, "bytes per epoch, by purpose", groups)
            .draw("bytes per epoch by purpose"));
  }

  private static Bar purposes(Row row) {
    List<Part> parts =
        Arrays.stream(Purpose.values())
            .map(p -> part(style(p), row.bytes(p).mean(), p.label(), Unit.BYTES))
            .toList();
    return new Bar(parts, Unit.BYTES.precise(row.bytes().mean()));
  }

  Tag memory() {
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      groups.add(new Group(series.get(i), workers(rows.get(i), series.get(i))));
    }
    return Page.card(
        "Memory per worker",
        "Most that each worker held at one time; one bar per worker, of more than "
            + MOST_WORKERS
            + " the least, the middle and the most.",
        new BarChart(Unit.BYTES, "bytes held by a worker", groups).draw("memory per worker"));
  }

  private static List<Bar> workers(Row row, Series its) {
    List<Double> bytes = row.memoryByWorker();
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

  private static String style(Phase phase) {
    return "p-" + phase.name().toLowerCase(Locale.ROOT);
  }

  /** The colour of the phase in which such bytes are waited for. */
  private static String style(Purpose purpose) {
    return switch (purpose) {
      case FEATURES -> style(Phase.FETCH);
      case BOUNDARY -> style(Phase.EXCHANGE);
      case GRADIENTS -> style(Phase.REDUCE);
      case SAMPLING -> style(Phase.SAMPLE);
      case CONTROL -> "p-control";
    };
  }
}
