package dev.atoll.app.data;

import dev.atoll.graph.generate.AnchorGraph;
import dev.atoll.graph.generate.Profile;
import dev.atoll.graph.generate.SyntheticGraph;
import dev.atoll.recipe.settings.SettingsException;

/** The graphs of {@code --like}: published datasets, and anchors with published measurements. */
public final class KnownGraphs {
  private static final String ANCHOR = "anchor-";

  private KnownGraphs() {}

  /** The graph of a name; anchors have one size, bit for bit, and ignore scale and seed. */
  public static SyntheticGraph like(String name, double scale, long seed) {
    try {
      return name.startsWith(ANCHOR)
          ? AnchorGraph.named(name.substring(ANCHOR.length()))
          : Profile.named(name).scaled(scale, seed);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }
}
