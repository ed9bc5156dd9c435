package dev.atoll.app.dashboard;

import dev.atoll.recipe.log.Units;
import dev.atoll.train.cost.Timeline;
import dev.atoll.train.cost.Timeline.Span;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A window of a run's time, in microseconds since its first stage. */
record TimeWindow(long from, long to) {
  private static final double MICROS = 1e6;

  /** The number of stages that one chart can show. */
  private static final int SPANS = 260;

  /** The share of a run after which it is steady; the typical window starts there. */
  private static final double STEADY = 0.6;

  private static final long SHORTEST = 100;

  /** The window of a whole run. */
  static TimeWindow whole(List<Timeline.OfWorker> byWorker) {
    return of(0, spans(byWorker).mapToLong(span -> span.begun() + span.micros()).max().orElse(1));
  }

  /** A window of a few steps from the middle of a run. */
  static TimeWindow typical(List<Timeline.OfWorker> byWorker) {
    long[] begins = spans(byWorker).mapToLong(Span::begun).sorted().toArray();
    if (begins.length <= SPANS) {
      return whole(byWorker);
    }
    int first = (int) (STEADY * (begins.length - SPANS));
    return of(begins[first], begins[first + SPANS]);
  }

  /** The window that the query of an address names. */
  static Optional<TimeWindow> ofQuery(String query) {
    List<String> from = PageLinks.values(query, "from");
    List<String> to = PageLinks.values(query, "to");
    boolean numbers =
        Stream.concat(from.stream(), to.stream()).allMatch(text -> text.matches("\\d{1,15}"));
    return from.isEmpty() || to.isEmpty() || !numbers
        ? Optional.empty()
        : Optional.of(of(Long.parseLong(from.getFirst()), Long.parseLong(to.getFirst())));
  }

  private static TimeWindow of(long from, long to) {
    return new TimeWindow(from, Math.max(to, from + SHORTEST));
  }

  private static Stream<Span> spans(List<Timeline.OfWorker> byWorker) {
    return byWorker.stream().flatMap(worker -> worker.spans().stream());
  }

  boolean shows(Span span) {
    return span.begun() < to && span.begun() + span.micros() > from;
  }

  /** A window moved by a share of its length, not before the start. */
  TimeWindow moved(double share) {
    long begin = Math.max(0, from + Math.round(share * (to - from)));
    return of(begin, begin + to - from);
  }

  /** A window scaled around its middle. */
  TimeWindow scaled(double factor) {
    double middle = (from + to) / 2.0;
    double half = (to - from) * factor / 2;
    return of(Math.max(0, Math.round(middle - half)), Math.round(middle + half));
  }

  String query() {
    return "from=" + from + "&to=" + to;
  }

  /** The span in words, such as {@code "1.17 s, from 17.374 s after the first task on"}. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%s, from %,.3f s after the first task on",
        Units.seconds((to - from) / MICROS),
        from / MICROS);
  }
}
