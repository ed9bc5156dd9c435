/**
 * Self-describing trained models.
 *
 * <p>{@link dev.atoll.recipe.model.ModelInfo} is the content of a run's folder {@code model}, which
 * is complete without the run or its dataset. {@link dev.atoll.recipe.model.TrainedModel} loads it
 * and applies it to any graph with the same columns: {@code predict} and {@code evaluate} do so,
 * and so may a Java program.
 */
package dev.atoll.recipe.model;
