package dev.atoll.app.predict;

import dev.atoll.app.data.Datasets;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.tensor.Backend;
import dev.atoll.train.loop.Training;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.worker.Resources;
import java.io.IOException;
import java.lang.foreign.Arena;

/**
 * A finished run with its dataset and its weights on a device, ready for inference.
 *
 * @param opened all that is closed with it
 */
public record TrainedRun(
    RunFolder folder, Settings settings, Dataset dataset, Training training, Resources opened)
    implements AutoCloseable {

  public static TrainedRun open(RunFolder folder, Settings settings) throws IOException {
    var opened = new Resources();
    try (Arena arena = Arena.ofShared()) {
      Dataset dataset = opened.add(Datasets.open(settings));
      Backend backend = opened.add(Composition.backend(settings));
      Safetensors weights = folder.readWeights(arena);
      Training training =
          opened.add(Training.openTrained(dataset, backend, Composition.plan(settings), weights));
      return new TrainedRun(folder, settings, dataset, training, opened);
    } catch (RuntimeException | IOException | Error e) {
      opened.closeAfter(e);
      throw e;
    }
  }

  public String model() {
    return settings.text(Keys.MODEL);
  }

  public String split() {
    return settings.get(Keys.SPLIT);
  }

  @Override
  public void close() {
    opened.close();
  }
}
