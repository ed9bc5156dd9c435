/** The folder of a run: progress, metrics, results and their provenance. */
package dev.atoll.recipe.run;
