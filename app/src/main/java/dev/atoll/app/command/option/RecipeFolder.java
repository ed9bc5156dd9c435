package dev.atoll.app.command.option;

import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.SettingsCatalog;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code --recipes-from}. */
public final class RecipeFolder {
  private static final String OPTION = "--recipes-from";

  @Option(
      names = OPTION,
      paramLabel = "DIR",
      description =
          "folder with recipes of your own (NAME.yaml), presets (presets/) and comparisons"
              + " (comparisons/); or set ATOLL_RECIPES")
  private Path folder;

  /** The assignment of {@link SettingsCatalog#FROM}; empty if the option is absent. */
  public List<Assignment> lines() {
    return folder == null
        ? List.of()
        : List.of(
            new Assignment(
                SettingsCatalog.FROM, folder.toAbsolutePath().normalize().toString(), OPTION));
  }

  /** The catalog of recipes, presets and comparisons, including those of the folder. */
  public SettingsCatalog catalog() {
    return SettingsCatalog.of(lines());
  }
}
