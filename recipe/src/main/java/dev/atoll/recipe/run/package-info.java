/**
 * The run folder: settings, progress, metrics, checkpoints and results of one run, written while it
 * trains and read by every other command.
 *
 * <ul>
 *   <li>{@link dev.atoll.recipe.run.RunFolder}: the paths in the folder, and readers of its files
 *   <li>{@link dev.atoll.recipe.run.RunWriter}: writes the folder from start to {@code
 *       result.json}; it holds the {@link dev.atoll.recipe.run.FolderLock}, so a folder has one
 *       writer at a time
 *   <li>{@link dev.atoll.recipe.run.ProgressFile} and {@link dev.atoll.recipe.run.RunProgress}:
 *       write and read {@code progress.json}, by which observers tell a live run from a dead one
 *   <li>{@link dev.atoll.recipe.run.EpochLine}, {@link dev.atoll.recipe.run.LaunchLine}, {@link
 *       dev.atoll.recipe.result.ExplanationReport}, {@link dev.atoll.recipe.result.RunResult}: the
 *       records behind the JSON files; {@link dev.atoll.recipe.run.Json} converts them
 *   <li>{@link dev.atoll.recipe.result.Provenance}: the build and the machine behind a result
 * </ul>
 *
 * <p>Fields of the JSON files are added, never renamed. {@code result.json} is written last: a
 * folder that has it is complete. An unfinished run without a checkpoint is deleted when its writer
 * closes or the program is interrupted. Folders are readable only by their owner, unless they
 * existed before.
 */
package dev.atoll.recipe.run;
