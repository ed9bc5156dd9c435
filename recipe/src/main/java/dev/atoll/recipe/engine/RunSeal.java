package dev.atoll.recipe.engine;

import dev.atoll.files.FileDigest;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.SealedSettings;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.checkpoint.CheckpointSeal;
import dev.atoll.train.checkpoint.Checkpoints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.TreeMap;

/** The checkpoints of a run, sealed with its settings and its dataset. */
final class RunSeal {
  private RunSeal() {}

  static Checkpoints checkpoints(RunFolder run, Settings settings) throws IOException {
    return checkpoints(run, settings, dataset(settings));
  }

  /**
   * The checkpoints of a run whose dataset may be on another machine, sealed with the given digest.
   */
  static Checkpoints checkpoints(RunFolder run, Settings settings, String datasetDigest) {
    return Checkpoints.in(run.checkpoint(), settings.integer(Keys.CHECKPOINT_EVERY))
        .keepingLast(settings.get(Keys.CHECKPOINT_KEEP))
        .sealed(CheckpointSeal.of(SealedSettings.digestForCheckpoints(settings), datasetDigest));
  }

  /** The digest of every file of the dataset, as its description names them. */
  static String dataset(Settings settings) throws IOException {
    String data = settings.get(Keys.DATA);
    try {
      Path folder = DatasetCatalog.standard().locate(data);
      var digests = new TreeMap<String, String>();
      DatasetFolder.info(folder).files().forEach((name, file) -> digests.put(name, file.sha256()));
      return FileDigest.of(digests.toString().getBytes(StandardCharsets.UTF_8));
    } catch (BadDataException _) {
      return data; // in memory
    }
  }
}
