package dev.atoll.recipe.compose;

import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.halo.plan.ExchangePlan;

/** Builds the exchange plan of full-graph training from the settings. */
final class Exchanges {
  private Exchanges() {}

  static ExchangePlan of(Settings settings) {
    return new ExchangePlan(
        Keys.EXCHANGE_ROWS.in(settings),
        Keys.EXCHANGE_REFRESH.in(settings),
        Keys.CODEC.in(settings),
        true,
        settings.get(Keys.EXCHANGE_CACHE) << 20,
        settings.get(Keys.EXCHANGE_ROUTE),
        settings.get(Keys.EXCHANGE_CONTENT),
        settings.get(Keys.CLIP).ofExchange());
  }
}
