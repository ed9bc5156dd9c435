package dev.atoll.recipe.compose;

import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.placement.PlacementPlan.Keeper;
import java.util.Locale;
import java.util.Optional;

/** Which feature rows are kept near, from the settings that name it. */
final class Placements {
  private Placements() {}

  static Optional<PlacementPlan> of(Settings settings) {
    String keeper = settings.get(Keys.PLACEMENT);
    return keeper.equals("owner")
        ? Optional.empty()
        : Optional.of(
            new PlacementPlan(
                Keeper.valueOf(keeper.toUpperCase(Locale.ROOT)),
                settings.get(Keys.PLACEMENT_ROWS),
                settings.integer(Keys.PLACEMENT_DEVICES),
                settings.get(Keys.PLACEMENT_GROUPS),
                settings.get(Keys.PLACEMENT_ALPHA)));
  }
}
