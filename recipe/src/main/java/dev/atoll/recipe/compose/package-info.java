/**
 * Builds the parts of a run from its {@linkplain dev.atoll.recipe.settings.Settings settings}: the
 * only place where names of settings become objects of the modules below.
 *
 * <ul>
 *   <li>{@link dev.atoll.recipe.compose.Composition}: the training plan, the backend, the network;
 *       {@code Exchanges} and {@code Samplers} build the plan's parts for full-graph and mini-batch
 *       training
 *   <li>{@link dev.atoll.recipe.compose.Objectives}: the objective, and the dataset prepared for it
 *   <li>{@link dev.atoll.recipe.compose.Partitioners} and {@link dev.atoll.recipe.compose.Shards}:
 *       the partitioner with its balance goal, and the shards, given or written for the run
 *   <li>{@link dev.atoll.recipe.compose.Hosts}: the machines and the ranks of their workers
 *   <li>{@link dev.atoll.recipe.compose.UnusedSettings} and {@link
 *       dev.atoll.recipe.compose.SelectionMetric}: refuse settings that would have no effect, and
 *       metrics that the validation nodes leave undefined
 * </ul>
 *
 * <p>Entry points are static methods without state, so any thread may call them. Settings that do
 * not fit together are reported as {@link dev.atoll.recipe.settings.SettingsException} before a
 * worker starts. Whoever calls a method that opens a backend or a dataset closes it.
 */
package dev.atoll.recipe.compose;
