package dev.atoll.recipe.compose;

import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.columns.ColumnPolicy;

/**
 * Builds the sampling and column policies from the settings, and checks them against the rest of
 * the run.
 */
final class Samplers {
  private Samplers() {}

  static Sampling sampling(Settings settings) {
    Sampling sampling = Keys.SAMPLER.in(settings);
    int every = settings.integer(Keys.CHECKPOINT_EVERY);
    if (every > 0) {
      sampling.checkResuming(every);
    }
    return sampling;
  }

  static ColumnPolicy columns(Settings settings) {
    return Keys.COLUMNS.in(settings);
  }

  /** Refuses settings of mini-batches that would have no effect on the full graph. */
  static void refuseFullGraph(Settings settings) {
    if (Keys.SAMPLER.in(settings).refusesFullGraph()) {
      throw new SettingsException(
          "sampler=%s with mode=full: full-graph training does not sample; take mode=sampled, or a recipe of mini-batches such as --recipe distdgl"
              .formatted(settings.get(Keys.SAMPLER.key())));
    }
    if (!Keys.COLUMNS.in(settings).pullsAll()) {
      throw new SettingsException(
          "columns=%s with mode=full: rows are pulled in mini-batches; take --recipe dgs, or mode=sampled"
              .formatted(settings.get(Keys.COLUMNS.key())));
    }
  }
}
