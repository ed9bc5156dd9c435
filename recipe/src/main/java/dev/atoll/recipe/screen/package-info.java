/**
 * What a person sees: progress, tables, numbers with units. Results go to standard output, all else
 * to standard error, so that a pipe gets results only.
 */
package dev.atoll.recipe.screen;
