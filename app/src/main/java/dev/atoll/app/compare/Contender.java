package dev.atoll.app.compare;

import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A contender of a comparison: a recipe, settings of its own, a number of workers.
 *
 * @param own settings in which it differs from other contenders
 * @param workers absent where the recipe's own number is meant
 */
public record Contender(String recipe, List<Assignment> own, Optional<Assignment> workers) {
  /** The assignments of the equivalent {@code atoll train}. */
  List<Assignment> assignments(List<Assignment> shared, long seed) {
    List<Assignment> all = new ArrayList<>(shared);
    all.add(new Assignment(Keys.RECIPE.name(), recipe, "--recipes"));
    all.addAll(own);
    workers.ifPresent(all::add);
    all.add(new Assignment(Keys.SEED.name(), Long.toString(seed), "--seed"));
    if (Settings.of(all).place(Keys.EARLY_STOP).equals(Settings.DEFAULT)) {
      all.add(new Assignment(Keys.EARLY_STOP.name(), "0", "compare")); // the same epochs for all
    }
    return all;
  }

  /** The settings of one of its runs, checked. */
  public Settings settings(List<Assignment> shared, long seed) {
    Settings settings = Settings.of(assignments(shared, seed));
    return settings.place(Keys.CHECKPOINT_KEEP).equals(Settings.DEFAULT)
        ? settings.with(Keys.CHECKPOINT_KEEP, false, "compare") // they would be many
        : settings;
  }

  /** The same with the recipe's own number of workers. */
  public Contender withOwnWorkers() {
    return new Contender(recipe, own, Optional.empty());
  }

  /** Such as {@code "bns-gcn exchange.rate=0.1"}. */
  public String label() {
    return (recipe + " " + ownText()).strip();
  }

  /** Such as {@code "exchange.rate=0.1"}; empty where there is nothing of its own. */
  public String ownText() {
    return own.stream().map(a -> a.key() + "=" + a.text()).collect(Collectors.joining(" "));
  }
}
