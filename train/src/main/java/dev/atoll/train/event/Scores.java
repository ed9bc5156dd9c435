package dev.atoll.train.event;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Metrics by name, the selection metric first. Empty when there are no nodes to score.
 *
 * @param nodes how many nodes were scored
 */
public record Scores(long nodes, Map<String, Double> byName) {
  public static final String ACCURACY = "accuracy";
  public static final String AUC = "auc";
  public static final String AVERAGE_PRECISION = "averagePrecision";
  public static final String F1_MICRO = "f1Micro";
  public static final String F1_MACRO = "f1Macro";

  public Scores {
    byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
  }

  public boolean isEmpty() {
    return nodes == 0;
  }

  /** The name of the figure that counts. */
  public String mainName() {
    return byName.keySet().iterator().next();
  }

  /** The figure that counts. */
  public double main() {
    return byName.get(mainName());
  }
}
