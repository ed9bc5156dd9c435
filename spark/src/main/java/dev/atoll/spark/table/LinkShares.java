package dev.atoll.spark.table;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.link.LinkSplit;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.LinkKeys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The shares of validation and test links in a table of edges: drawn by the seed and the numbers of
 * a link's two nodes, independent of its position.
 *
 * @param validation the share of links that validate
 * @param test the share of links that test
 */
public record LinkShares(double validation, double test, long seed) implements Serializable {
  public LinkShares {
    split(validation, test, seed);
  }

  /** The shares of {@code link.validation}, {@code link.test} and {@code seed}. */
  public static LinkShares of(Map<String, String> given) {
    List<Assignment> all = new ArrayList<>();
    given.forEach((key, text) -> all.add(new Assignment(key, text, "setting " + key)));
    Settings settings = Settings.of(all);
    try {
      return new LinkShares(
          settings.get(LinkKeys.VALIDATION), settings.get(LinkKeys.TEST), settings.get(Keys.SEED));
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }

  /** The shares as settings. */
  public List<Assignment> assignments() {
    return List.of(
        new Assignment(LinkKeys.VALIDATION.name(), Double.toString(validation), "tables"),
        new Assignment(LinkKeys.TEST.name(), Double.toString(test), "tables"));
  }

  public LinkSplit split() {
    return split(validation, test, seed);
  }

  private static LinkSplit split(double validation, double test, long seed) {
    return new LinkSplit(validation, test, RandomKey.ofSeed(seed).child("links"));
  }
}
