package dev.atoll.recipe.engine;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.DatasetNames;
import dev.atoll.recipe.model.ModelFolder;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The trained model from which a run starts, if one is named. */
public final class WarmStart {
  private WarmStart() {}

  /** The model that {@code warmStart} names. */
  public static Optional<ModelFolder> of(Settings settings) {
    String run = settings.get(Keys.WARM_START);
    if (run.equals(Keys.WARM_START.fallback())) {
      return Optional.empty();
    }
    return Optional.of(
        ModelFolder.find(Path.of(run))
            .orElseThrow(
                () ->
                    new BadDataException(
                        "warmStart=%s: no trained model there; expected the folder of a finished run"
                            .formatted(run))));
  }

  /** Throws if its weights are for other columns or classes than those of a dataset. */
  public static void check(Settings settings, Dataset dataset) throws IOException {
    Optional<ModelFolder> model = of(settings);
    if (model.isPresent()) {
      DatasetNames trained = model.get().info().schema().names();
      requireSame("columns", trained.features(), dataset.names().features(), settings);
      requireSame("classes", trained.classes(), dataset.names().classes(), settings);
    }
  }

  private static void requireSame(
      String what, List<String> trained, List<String> found, Settings settings) {
    if (!trained.isEmpty() && !found.isEmpty() && !trained.equals(found)) {
      throw new BadDataException(
          "warmStart=%1$s: trained on the %2$s %3$s, but the dataset has %4$s; import the table with --like %1$s"
              .formatted(settings.get(Keys.WARM_START), what, trained, found));
    }
  }
}
