package dev.atoll.app.compare;

import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A contender of a comparison: a recipe, settings of its own, a number of workers, a dataset.
 *
 * @param own settings in which it differs from other contenders
 * @param workers absent for the recipe's own number
 * @param data absent if all contenders share one
 */
public record Contender(
    String recipe, List<Assignment> own, Optional<Assignment> workers, Optional<Assignment> data) {
  /** The assignments of the equivalent {@code atoll train}. */
  List<Assignment> assignments(List<Assignment> shared, long seed) {
    List<Assignment> all = new ArrayList<>(shared);
    all.add(new Assignment(Keys.RECIPE.name(), recipe, "--recipes"));
    all.addAll(own);
    data.ifPresent(all::add);
    workers.ifPresent(all::add);
    all.add(new Assignment(Keys.SEED.name(), Long.toString(seed), "--seed"));
    if (Settings.of(all).place(Keys.EARLY_STOP).equals(Settings.DEFAULT)) {
      all.add(new Assignment(Keys.EARLY_STOP.name(), "0", "compare")); // the same epochs for all
    }
    return all;
  }

  /** The checked settings of one of its runs. */
  public Settings settings(List<Assignment> shared, long seed) {
    Settings settings = Settings.of(assignments(shared, seed));
    return settings.place(Keys.CHECKPOINT_KEEP).equals(Settings.DEFAULT)
        ? settings.with(Keys.CHECKPOINT_KEEP, false, "compare") // they would be many
        : settings;
  }

  /** A copy with the recipe's own number of workers. */
  public Contender withOwnWorkers() {
    return new Contender(recipe, own, Optional.empty(), data);
  }

  /** A copy with one more setting. */
  Contender with(Assignment value) {
    List<Assignment> more = new ArrayList<>(own);
    more.add(value);
    return new Contender(recipe, List.copyOf(more), workers, data);
  }

  Contender withWorkers(Assignment count) {
    return new Contender(recipe, own, Optional.of(count), data);
  }

  Contender withData(Assignment name) {
    return new Contender(recipe, own, workers, Optional.of(name));
  }

  /** The label, such as {@code "bns-gcn exchange.rate=0.1"}. */
  public String label() {
    return (recipe + " " + ownText()).strip();
  }

  /** The label, and the dataset's name if datasets are compared. */
  public String labelWithData() {
    return label() + onData();
  }

  String onData() {
    return data.map(line -> " on " + name(line.text())).orElse("");
  }

  /** The last name of a dataset's folder. */
  static String name(String data) {
    Path last = Path.of(data).getFileName();
    return last == null ? data : last.toString();
  }

  /** Its own settings, such as {@code "exchange.rate=0.1"}; may be empty. */
  public String ownText() {
    return own.stream().map(a -> a.key() + "=" + a.text()).collect(Collectors.joining(" "));
  }
}
