package dev.atoll.recipe.run;

import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.Phase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Figures of an epoch by the names that results give them. */
final class EpochFigures {
  static final String TOTAL = "total";

  private EpochFigures() {}

  static Map<String, Double> byPhase(Function<Phase, Double> seconds) {
    Map<String, Double> phases = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      phases.put(phase.label(), seconds.apply(phase));
    }
    return phases;
  }

  static Map<String, Long> byPurpose(Function<Purpose, Long> sent) {
    Map<String, Long> bytes = new LinkedHashMap<>();
    long total = 0;
    for (Purpose purpose : Purpose.values()) {
      long own = sent.apply(purpose);
      bytes.put(purpose.label(), own);
      total += own;
    }
    bytes.put(TOTAL, total);
    return bytes;
  }
}
