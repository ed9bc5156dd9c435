package dev.atoll.recipe.result;

import java.util.Locale;

/** The nodes of a split by which a model is scored. */
public enum ScoredNodes {
  TRAIN,
  VALIDATION,
  TEST;

  /** The name in results, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
