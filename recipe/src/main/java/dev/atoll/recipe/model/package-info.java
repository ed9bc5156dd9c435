/**
 * A self-describing trained model: the content of the folder {@code model} of a run ({@link
 * dev.atoll.recipe.model.ModelInfo}), and how it is applied to any graph ({@link
 * dev.atoll.recipe.model.TrainedModel}).
 */
package dev.atoll.recipe.model;
