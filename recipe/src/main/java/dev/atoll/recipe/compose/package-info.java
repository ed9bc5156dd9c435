/** Composition of a run from its settings. */
package dev.atoll.recipe.compose;
