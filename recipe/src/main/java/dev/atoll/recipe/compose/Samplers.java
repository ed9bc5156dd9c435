package dev.atoll.recipe.compose;

import dev.atoll.graph.sample.layerwise.LayerSizes;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.sampling.Sampling;
import java.util.Collections;
import java.util.List;

/** How batches are drawn, from the settings that name it. */
final class Samplers {
  private Samplers() {}

  static Sampling of(Settings settings) {
    return switch (settings.get(Keys.SAMPLER)) {
      case "uniform" -> new Sampling.Uniform();
      case "unfused" -> new Sampling.Unfused();
      case "local-aware" -> localAware(settings);
      case "dgs" ->
          new Sampling.Dgs(
              settings.get(Keys.SAMPLER_DEVIATION), settings.get(Keys.SAMPLER_CORRECTED));
      case "fastgcn" -> new Sampling.FastGcn(sizes(settings), settings.integer(Keys.SAMPLER_NORM));
      case "ladies" -> new Sampling.Ladies(sizes(settings));
      case "cluster" ->
          new Sampling.Clusters(
              settings.integer(Keys.SAMPLER_CLUSTERS),
              settings.integer(Keys.SAMPLER_CLUSTERS_PER_STEP));
      default -> throw new IllegalStateException(settings.get(Keys.SAMPLER));
    };
  }

  private static Sampling localAware(Settings settings) {
    var plan =
        new Sampling.LocalAware(
            settings.get(Keys.SAMPLER_SCALE), settings.get(Keys.SAMPLER_COMPUTE_COST));
    if (plan.scale() == Sampling.LocalAware.ADAPTIVE
        && settings.integer(Keys.CHECKPOINT_EVERY) > 0) {
      throw new SettingsException(
          "sampler.scale=0 with checkpoint.every=%d: a scale that adapts decides on whole epochs, so"
                  .formatted(settings.integer(Keys.CHECKPOINT_EVERY))
              + " a run can go on from the end of one alone; expected checkpoint.every=0, or a"
              + " scale of 1 or more");
    }
    return plan;
  }

  /** One number is for all layers. */
  private static LayerSizes sizes(Settings settings) {
    List<Integer> said = settings.get(Keys.SAMPLER_SIZE);
    return new LayerSizes(
        said.size() == 1
            ? Collections.nCopies(settings.integer(Keys.LAYERS), said.getFirst())
            : said);
  }
}
