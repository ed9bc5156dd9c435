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
    return like(name, scale, null, seed);
  }

  /**
   * The graph of a name.
   *
   * @param degree the average degree; null for the name's own at this scale
   */
  public static SyntheticGraph like(String name, double scale, Double degree, long seed) {
    try {
      if (name.startsWith(ANCHOR)) {
        return anchor(name, degree);
      }
      Profile profile = Profile.named(name);
      return degree == null ? profile.scaled(scale, seed) : profile.scaled(scale, degree, seed);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }

  private static AnchorGraph anchor(String name, Double degree) {
    if (degree != null) {
      throw new IllegalArgumentException(
          "--degree has no effect with --like %s, which is one graph; leave it out"
              .formatted(name));
    }
    return AnchorGraph.named(name.substring(ANCHOR.length()));
  }
}
