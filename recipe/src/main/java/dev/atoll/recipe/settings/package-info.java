/**
 * The settings of a run.
 *
 * <p>{@link dev.atoll.recipe.settings.Keys} lists every setting with its type, default and meaning;
 * {@link dev.atoll.recipe.settings.Settings} holds their values for one run, put together from a
 * recipe, a preset, a file and the command line, and checked before anything starts. Recipes and
 * presets are YAML files of the {@link dev.atoll.recipe.settings.SettingsLibrary}: nothing but
 * settings with a name.
 */
package dev.atoll.recipe.settings;
