package dev.atoll.app.data;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.dataset.DatasetInfo;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.compose.Objectives;
import dev.atoll.recipe.model.ModelFolder;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Opens datasets by the names that commands take. */
public final class Datasets {
  private Datasets() {}

  public static Dataset open(String nameOrFolder) throws IOException {
    return DatasetFolder.open(locate(nameOrFolder));
  }

  /** Opens the dataset that settings name, prepared for their task. */
  public static Dataset open(Settings settings) throws IOException {
    locate(settings.get(Keys.DATA));
    return Objectives.open(settings);
  }

  /** The names of features and classes of a dataset or a trained run; refuses one without any. */
  public static DatasetNames names(Path folder) throws IOException {
    Optional<ModelFolder> model = ModelFolder.find(folder);
    if (model.isPresent() && !model.get().info().schema().columns().isEmpty()) {
      return model.get().info().schema().names();
    }
    DatasetInfo info = DatasetFolder.info(folder);
    if (info.columns().isEmpty()) {
      throw BadDataException.at(
          folder, "its features are no columns of a table; expected a dataset made from tables");
    }
    return new DatasetNames(info.columns(), info.classNames());
  }

  /** Notes on a dataset, from its publishers and its import. */
  public static List<String> notes(String nameOrFolder) throws IOException {
    return DatasetFolder.info(locate(nameOrFolder)).notes();
  }

  /** Whether a note says that features are not the published ones: scores depend on it. */
  public static boolean isAboutFeatures(String note) {
    return note.startsWith("features are ");
  }

  /** The folder of a name; an unknown name is an error of usage. */
  public static Path locate(String nameOrFolder) throws IOException {
    DatasetCatalog catalog = DatasetCatalog.standard();
    if (!Files.isDirectory(Path.of(nameOrFolder)) && !catalog.names().contains(nameOrFolder)) {
      throw new SettingsException(
          Suggestion.unknown("dataset", nameOrFolder, catalog.names())
              + ". It may also be a folder; ATOLL_DATA lists folders to search for names.");
    }
    return catalog.locate(nameOrFolder);
  }
}
