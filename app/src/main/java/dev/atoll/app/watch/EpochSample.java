package dev.atoll.app.watch;

import dev.atoll.recipe.run.EpochLine;
import java.util.ArrayList;
import java.util.List;

/** A sample of the added lines, evenly spread; all of them while they are few. */
final class EpochSample {
  private final int most;
  private final List<EpochLine> kept = new ArrayList<>();
  private long seen;
  private long stride = 1;

  EpochSample(int most) {
    this.most = most;
  }

  void add(EpochLine line) {
    if (seen++ % stride == 0) {
      kept.add(line);
      if (kept.size() > most) {
        thin();
      }
    }
  }

  /** Drops every other line. */
  private void thin() {
    stride *= 2;
    List<EpochLine> half = new ArrayList<>();
    for (int i = 0; i < kept.size(); i += 2) {
      half.add(kept.get(i));
    }
    kept.clear();
    kept.addAll(half);
  }

  List<EpochLine> lines() {
    return kept;
  }
}
