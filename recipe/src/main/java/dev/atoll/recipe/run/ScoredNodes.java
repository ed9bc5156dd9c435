package dev.atoll.recipe.run;

import java.util.Locale;

/** The nodes of a split that are scored. */
public enum ScoredNodes {
  TRAIN,
  VALIDATION,
  TEST;

  /** In lower case, as in results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
