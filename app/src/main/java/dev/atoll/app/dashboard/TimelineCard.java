package dev.atoll.app.dashboard;

import dev.atoll.app.chart.Tag;
import java.util.Optional;

final class TimelineCard {
  static Optional<Tag> of(WatchedRun run, boolean served) {
    return Optional.empty();
  }
}
