/**
 * Recipes for users of the library: {@link dev.atoll.recipe.Recipe} names a combination of
 * strategies, {@link dev.atoll.recipe.Session} trains it on a dataset.
 *
 * <ul>
 *   <li>{@code settings}: every setting of a run; recipes, presets and comparisons as files
 *   <li>{@code compose}: settings into plans, partitions and backends
 *   <li>{@code engine}: workers as threads and processes; one run from settings to result
 *   <li>{@code run}: the folder of a run and its results
 *   <li>{@code log}: messages of a run
 * </ul>
 */
package dev.atoll.recipe;
