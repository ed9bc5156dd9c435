package dev.atoll.recipe.result;

import dev.atoll.comm.Purpose;
import dev.atoll.train.cost.Phase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Figures of an epoch by the names that results give them. */
public final class EpochFigures {
  /** The name of the sum over all purposes. */
  public static final String TOTAL = "total";

  private EpochFigures() {}

  /** Seconds by phase. */
  public static Map<String, Double> byPhase(Function<Phase, Double> seconds) {
    Map<String, Double> phases = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      phases.put(phase.label(), seconds.apply(phase));
    }
    return phases;
  }

  /** Bytes by purpose, and their sum. */
  public static Map<String, Long> byPurpose(Function<Purpose, Long> sent) {
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
