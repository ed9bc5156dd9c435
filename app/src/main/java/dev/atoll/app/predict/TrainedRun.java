package dev.atoll.app.predict;

import dev.atoll.app.data.Datasets;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.model.ModelFolder;
import dev.atoll.recipe.model.ModelInfo;
import dev.atoll.recipe.model.TrainedModel;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.tensor.Backend;
import dev.atoll.train.inference.Inference;
import dev.atoll.train.worker.Resources;
import java.io.IOException;
import java.nio.file.Path;

/** A finished run with a dataset and its weights on a device, ready for inference. */
public record TrainedRun(
    Path path, Settings settings, Dataset dataset, Backend backend, TrainedModel applied)
    implements AutoCloseable {

  public static TrainedRun open(Path path, ModelFolder model, ModelInfo info, Settings settings)
      throws IOException {
    var opened = new Resources();
    try {
      Dataset dataset = opened.add(Datasets.open(settings));
      Backend backend = opened.add(Composition.backend(settings));
      return new TrainedRun(
          path,
          settings,
          dataset,
          backend,
          TrainedModel.open(model, info, settings, dataset, backend));
    } catch (RuntimeException | IOException | Error e) {
      opened.closeAfter(e);
      throw e;
    }
  }

  public Inference inference() {
    return applied.inference();
  }

  public String model() {
    return settings.get(Keys.MODEL.key());
  }

  public String split() {
    return settings.get(Keys.SPLIT);
  }

  @Override
  public void close() {
    applied.close();
    backend.close();
    dataset.close();
  }
}
