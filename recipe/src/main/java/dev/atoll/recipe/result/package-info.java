/**
 * The result of a run, as {@code result.json} has it: a {@link dev.atoll.recipe.result.RunResult}
 * says what was trained, how well, at what cost, and by its {@link
 * dev.atoll.recipe.result.Provenance} by which build on which machine.
 */
package dev.atoll.recipe.result;
