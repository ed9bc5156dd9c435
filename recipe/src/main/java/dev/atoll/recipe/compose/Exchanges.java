package dev.atoll.recipe.compose;

import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.halo.ExchangePlan;
import dev.atoll.train.halo.RefreshPolicy;

/** How workers on the whole graph exchange rows, from the settings. */
final class Exchanges {
  private Exchanges() {}

  static ExchangePlan of(Settings settings) {
    return new ExchangePlan(
        Keys.EXCHANGE_ROWS.in(settings),
        refresh(settings),
        Keys.CODEC.in(settings),
        settings.get(Keys.CLIP),
        settings.get(Keys.EXCHANGE_OVERLAP),
        settings.get(Keys.EXCHANGE_CACHE) << 20);
  }

  private static RefreshPolicy refresh(Settings settings) {
    double bound = settings.get(Keys.EXCHANGE_BOUND);
    return switch (settings.get(Keys.EXCHANGE_REFRESH)) {
      case "always" -> new RefreshPolicy.Always();
      case "epoch-fixed" -> new RefreshPolicy.EpochFixed(epochs(bound));
      case "epoch-adaptive" -> new RefreshPolicy.EpochAdaptive(epochs(bound));
      case "variation-gap" -> new RefreshPolicy.VariationGap(bound);
      case "peer-gap" -> new RefreshPolicy.PeerGap(bound);
      case "skip-gradient" -> new RefreshPolicy.SkipGradient(epochs(bound));
      default -> throw new IllegalStateException(settings.get(Keys.EXCHANGE_REFRESH));
    };
  }

  private static int epochs(double bound) {
    if (bound != Math.rint(bound)) {
      throw new SettingsException(
          "exchange.bound=%s: expected whole epochs with this exchange.refresh".formatted(bound));
    }
    return (int) bound;
  }
}
