/**
 * The settings of a run: their names, types and defaults, the sources of their values, and the
 * files in which they are stored.
 *
 * <p>{@link dev.atoll.recipe.settings.Keys} lists every setting with its type, default and meaning;
 * policies add their own. {@link dev.atoll.recipe.settings.Settings} holds the values of one run:
 * {@link dev.atoll.recipe.settings.Assignment}s from the defaults, a recipe, a preset, a file and
 * the command line, of which the later ones win, each with its origin for error messages.
 *
 * <pre>{@code
 * Settings settings = Settings.of(List.of(
 *     new Assignment("recipe", "bns-gcn", "--recipe"),
 *     new Assignment("workers", "4", "--workers")));
 * settings.get(Keys.WORKERS); // 4
 * }</pre>
 *
 * <p>Recipes, presets and comparisons are {@link dev.atoll.recipe.settings.NamedSettings}: YAML
 * files of the {@link dev.atoll.recipe.settings.SettingsLibrary}, or of a folder that {@link
 * dev.atoll.recipe.settings.SettingsCatalog} reads. {@link
 * dev.atoll.recipe.settings.SealedSettings} is the file of a run, which ends with a digest.
 *
 * <p>Settings are immutable, so threads may share them. All values are checked before anything
 * starts; a {@link dev.atoll.recipe.settings.SettingsException} names every one that is wrong.
 */
package dev.atoll.recipe.settings;
