package dev.atoll.recipe.compose;

import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.sampling.dgs.ExplainSpec;
import dev.atoll.train.store.ColumnPolicy;

/** What of other workers' rows a step pulls, and how that is found out. */
final class Guidance {
  private Guidance() {}

  static ColumnPolicy columns(Settings settings) {
    double rate = settings.get(Keys.COLUMNS_RATE);
    ColumnPolicy.Absent absent = settings.get(Keys.COLUMNS_ABSENT);
    return switch (settings.get(Keys.COLUMNS)) {
      case "all" -> new ColumnPolicy.All();
      case "random" -> new ColumnPolicy.Random(rate, absent);
      case "drawn" -> new ColumnPolicy.Drawn(rate, absent);
      case "top" -> new ColumnPolicy.Top(rate, absent);
      default -> throw new IllegalStateException(settings.get(Keys.COLUMNS));
    };
  }

  static ExplainSpec explain(Settings settings) {
    return new ExplainSpec(
        settings.integer(Keys.EXPLAIN_EVERY),
        settings.integer(Keys.EXPLAIN_EPOCHS),
        settings.get(Keys.EXPLAIN_LOSS),
        settings.get(Keys.EXPLAIN_RATE));
  }

  /** Complains where nothing is drawn or pulled in steps. */
  static void refuseWholeGraphs(Settings settings) {
    if (settings.get(Keys.SAMPLER).equals("dgs")) {
      throw new SettingsException(
          "sampler=dgs with mode=full: there is nothing to draw; take --recipe dgs, or"
              + " mode=sampled");
    }
    if (!settings.get(Keys.COLUMNS).equals("all")) {
      throw new SettingsException(
          "columns=%s with mode=full: rows are pulled in mini-batches; take --recipe dgs, or mode=sampled"
              .formatted(settings.get(Keys.COLUMNS)));
    }
  }
}
